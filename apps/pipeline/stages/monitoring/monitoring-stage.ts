import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { Evaluated } from '../../evaluation/evaluation';
import type { TenantRuleSet } from '../../monitoring-rules/tenant-rules';
import type { PendingEvent } from '../../processing/claim';
import type { LoadedCustomer } from '../../processing/load-customers';

export interface MonitoredEvent {
  event: Pick<PendingEvent, 'event_id' | 'tenant_id' | 'event_type' | 'payload'>;
  customer: Pick<LoadedCustomer, 'id' | 'profile' | 'kyc_status'>;
  /** epoch milliseconds */
  at: number;
  /** shown with the alert */
  trigger_ref: string;
  /** fields by which the institution recognises the event, such as `transaction_id` */
  facts: Record<string, unknown>;
  /** of a transaction */
  amount?: AmountKind;
  /** the tenant's limit of the evidence of an event */
  evidence_bytes: number;
}

/** Whether the amount of a transaction is comparable with amounts in the reference currency. */
export interface AmountKind {
  currency: string;
  reference_currency: string | null;
  comparable: boolean;
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
   * @param evaluate evaluates the rules on the event
   * @param alerted when each rule last raised an alert, ISO times
   */
  monitor(
    rules: TenantRuleSet,
    evaluate: () => Promise<Evaluated>,
    event: MonitoredEvent,
    alerted: Record<string, string>,
  ): Promise<MonitoringFindings>;
}
