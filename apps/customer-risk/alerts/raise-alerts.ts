import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { AlertRaised, AlertToRaise, Reopening } from '@probity/contracts/alerts/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Metrics } from '@probity/platform/metrics';
import { DEFAULT_RULES } from '@probity/monitoring/default-rules';
import { InTurn } from '@probity/platform/in-turn';
import { TimeSource } from '@probity/platform/time-source';
import { ALERT } from './alert-state';

/** Alerts that begin in one transaction. */
const MAX_AT_ONCE = 25;

/** The cause of alerts. */
export interface AlertSubject {
  tenant_id: string;
  customer_id: string;
  /** the ingested event that caused the alerts */
  event_id?: string;
  /** the signal of a provider that caused them */
  signal_id?: string;
  /** staff raised a closed alert again */
  reopened?: Reopening;
}

/** Raises alerts, each once: the id of an alert is derived from its cause. */
@Injectable()
export class RaiseAlerts {
  private readonly turns = new InTurn();

  constructor(
    private readonly store: AggregateStore,
    private readonly time: TimeSource,
    private readonly metrics: Metrics,
  ) {}

  /**
   * When the promise resolves, all alerts exist and can be read.
   *
   * @returns the ids of the alerts of this event or signal, raised now or by an earlier delivery; without an event
   * and a signal, the ids of the alerts raised now
   */
  async raise(subject: AlertSubject, alerts: AlertToRaise[]): Promise<string[]> {
    if (alerts.length <= MAX_AT_ONCE) return this.raiseTogether(subject, alerts);
    const raised: string[] = [];
    for (let from = 0; from < alerts.length; from += MAX_AT_ONCE) {
      const part = alerts.slice(from, from + MAX_AT_ONCE);
      raised.push(...(await this.turns.run(subject.tenant_id, () => paced(() => this.raiseTogether(subject, part)))));
    }
    return raised;
  }

  private async raiseTogether(subject: AlertSubject, alerts: AlertToRaise[]): Promise<string[]> {
    const raised_at = this.time.now().toISOString();
    const existing = await this.store.beginAll(
      ALERT,
      alerts.map((alert) => {
        const data: AlertRaised = { ...alert, ...subject, raised_at };
        return { id: alert.alert_id, event: { id: alert.alert_id, type: 'AlertRaised' as const, data } };
      }),
    );
    const raised = alerts.filter((alert, index) => {
      const before = existing[index];
      if (before) return isRaisedBy(subject, before.state.raised);
      this.metrics.countAlert(alert.source, ruleOf(alert));
      return true;
    });
    return raised.map(({ alert_id }) => alert_id);
  }
}

/**
 * Rests as long as the work took. A customer with hundreds of parties raises hundreds of alerts at once: these wait for
 * each other, and leave half of the time to the alerts of other tenants.
 */
async function paced<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  await delay(performance.now() - began);
  return result;
}

/** Whether an earlier delivery of the same event or signal raised the alert. */
function isRaisedBy({ tenant_id, customer_id, event_id, signal_id }: AlertSubject, raised: AlertRaised): boolean {
  if (raised.tenant_id !== tenant_id || raised.customer_id !== customer_id) {
    throw new Error(
      `alert ${raised.alert_id} of customer ${customer_id} cannot be raised: it belongs to another customer`,
    );
  }
  const isOfEvent = event_id !== undefined && raised.event_id === event_id;
  const isOfSignal = signal_id !== undefined && raised.signal_id === signal_id;
  return isOfEvent || isOfSignal;
}

/** Names of the default pack. A tenant chooses the names of its own rules, which are not for metrics. */
const PACK = new Set(DEFAULT_RULES.map(({ definition }) => definition.name));

function ruleOf({ metadata: { rule, rule_id } }: AlertToRaise): string {
  if (typeof rule === 'string' && PACK.has(rule)) return rule;
  return typeof rule_id === 'string' ? rule_id : 'none';
}
