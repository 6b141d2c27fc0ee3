import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { RuleContext } from '@probity/monitoring/rule-context';
import type { RuleDefinition } from '@probity/monitoring/rule-definition';
import type { RuleSet } from '@probity/monitoring/rule-set';

/** The active and shadow rules of a tenant. */
export interface MonitoringRules {
  rules: RuleSet;
  byId: ReadonlyMap<string, { version: number; mode: RuleMode; definition: RuleDefinition }>;
}

export interface MonitoredEvent {
  event_id: string;
  /** shown with the alert */
  trigger_ref: string;
  /** fields by which the institution recognises the event, such as `transaction_id` */
  facts: Record<string, unknown>;
}

export interface MonitoringFindings {
  stage: StageOutcome;
  alerts: AlertToRaise[];
  /** when each rule last raised an alert, including the alerts raised now */
  alerted: Record<string, string>;
}

/** Evaluates an event together with the customer's earlier events. */
export interface MonitoringStage {
  /**
   * @param context created only when rules are evaluated
   * @param alerted when each rule last raised an alert, ISO times
   */
  monitor(
    rules: MonitoringRules,
    context: () => RuleContext,
    event: MonitoredEvent,
    alerted: Record<string, string>,
  ): MonitoringFindings;
}
