import {
  SIGNAL_STREAM_PREFIX,
  type SignalEvent,
  signalStream,
  type ProviderSignalReceived,
} from '@probity/contracts/providers/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import type { AggregateStore, Decision } from '@probity/event-store/aggregate-store';
import { canonicalJson } from '@probity/platform/canonical-json';
import { derivedId } from '@probity/platform/ids';
import { projectSignalEvents, SIGNAL_ROW, SIGNAL_TABLES } from '@probity/read-side/providers/signal-projection';
import type { TimeSource } from '@probity/platform/time-source';

interface SignalState extends ProviderSignalReceived {
  /** undefined: pending */
  outcome?: 'applied' | 'no_customer' | 'several_customers';
}

/** What a provider reported about one customer. */
export const SIGNAL: Aggregate<SignalState, SignalEvent> = {
  name: 'provider signal',
  kind: 'provider signals',
  prefix: SIGNAL_STREAM_PREFIX,
  stream: signalStream,
  evolve: (state, event) => {
    switch (event.type) {
      case 'ProviderSignalReceived':
        return event.data;
      case 'ProviderSignalApplied':
        return { ...state!, outcome: 'applied' };
      case 'ProviderSignalUnresolved':
        return { ...state!, outcome: event.data.reason };
    }
  },
  tenantOf: ({ tenant_id }) => tenant_id,
  row: SIGNAL_ROW,
  tables: SIGNAL_TABLES,
  projection: projectSignalEvents,
};

/** The id of a signal, so that a repeated event of a provider is the same signal. */
export const signalIdOf = (tenantId: string, plugin: string, providerEventId: string): string =>
  derivedId(tenantId, `${plugin}:${providerEventId}`);

/** A repetition may differ in the rest, such as the number of the attempt. */
const contentOf = ({ customer, kyc, alert }: ProviderSignalReceived): string => canonicalJson({ customer, kyc, alert });

/** Appends to the streams of signals. Every method can be repeated. */
export class Signals {
  constructor(
    private readonly store: AggregateStore,
    private readonly time: TimeSource,
  ) {}

  /**
   * Stores a signal; one that is stored already stays as it is.
   *
   * @returns false when the stored one says something else
   * @throws Refusal `outcome_unknown`
   */
  async receive(signal: ProviderSignalReceived): Promise<boolean> {
    const decided = { events: [{ type: 'ProviderSignalReceived' as const, data: signal }] };
    const stored = await this.store.begin(SIGNAL, signal.signal_id, decided);
    return stored === undefined || contentOf(stored.state) === contentOf(signal);
  }

  async applied(signalId: string, customerId: string, effect: Record<string, unknown>): Promise<void> {
    await this.store.change(SIGNAL, signalId, (loaded): Decision<SignalEvent> | undefined => {
      const { signal_id, tenant_id, plugin, outcome } = loaded!.state;
      if (outcome === 'applied') return undefined;
      const data = { signal_id, tenant_id, plugin, customer_id: customerId, effect, applied_at: this.now() };
      return { events: [{ type: 'ProviderSignalApplied', data }] };
    });
  }

  async unresolved(signalId: string, reason: 'no_customer' | 'several_customers'): Promise<void> {
    await this.store.change(SIGNAL, signalId, (loaded): Decision<SignalEvent> | undefined => {
      const { signal_id, tenant_id, plugin, outcome } = loaded!.state;
      if (outcome === 'applied' || outcome === reason) return undefined;
      const data = { signal_id, tenant_id, plugin, reason, unresolved_at: this.now() };
      return { events: [{ type: 'ProviderSignalUnresolved', data }] };
    });
  }

  private now(): string {
    return this.time.now().toISOString();
  }
}
