import { applyProviderSignal } from '@probity/contracts/customers/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import type { SignalAlert } from '@probity/contracts/providers/signal';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { matchCustomer } from './match-customer';
import { alertOfFinding } from './provider-alerts';
import { alertWithSubject } from './reported-subject';
import { choose, type ClaimedSignal, claimSignals, finish, keep, putOff } from './signal-queue';
import type { Signals } from './signals';

export interface ApplySignalsParts {
  database: Database;
  commands: CommandBus;
  signals: Signals;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Matches due signals with customers and has customer-risk apply them. Signals of one lane run one after the other,
 * lanes run at the same time. A process can stop anywhere: customer-risk applies a signal once, its customer is stored
 * before it is sent, and the stream of the signal has each outcome once.
 *
 * @returns whether there may be more
 */
export async function applySignals(parts: ApplySignalsParts): Promise<boolean> {
  const lanes = await claimSignals(parts.database);
  await Promise.all(
    lanes.map(async (lane) => {
      for (const signal of lane) await handle(parts, signal);
    }),
  );
  return lanes.length > 0;
}

async function handle(parts: ApplySignalsParts, signal: ClaimedSignal): Promise<void> {
  const { database, logger, metrics } = parts;
  try {
    if (!(await keep(database, signal))) return;
    const outcome = signal.is_applied ? 'applied' : await matchAndApply(parts, signal);
    if (outcome === 'lost') return;
    metrics.countProviderSignal(signal.plugin, outcome);
    await finish(database, signal);
  } catch (err) {
    metrics.countProviderSignal(signal.plugin, 'failed');
    logger.warn({ err, signal_id: signal.id, plugin: signal.plugin }, 'cannot apply a signal of a provider; retrying');
    await putOff(database, signal, err instanceof Refusal ? err.message : 'internal error; see the log');
  }
}

async function matchAndApply(
  { database, commands, signals }: ApplySignalsParts,
  signal: ClaimedSignal,
): Promise<'applied' | 'unresolved' | 'lost'> {
  const customer = signal.customer_id === null ? await matchCustomer(database, signal) : { id: signal.customer_id };
  if (typeof customer === 'string') {
    await signals.unresolved(signal.id, customer);
    return 'unresolved';
  }
  if (!(await choose(database, signal, customer.id))) return 'lost';
  const alert = await alertWithSubject(database, signal, customer.id);
  const request = requestFor(customer.id, signal, alert);
  const { effect, raised, kyc_status } = await commands.send(applyProviderSignal, request);
  await signals.applied(signal.id, customer.id, { kyc: effect, kyc_status, raised });
  return 'applied';
}

function requestFor(
  customerId: string,
  signal: ClaimedSignal,
  reported: SignalAlert | undefined,
): RequestOf<typeof applyProviderSignal> {
  const { plugin, plugin_version, event_source, payload_sha256, kyc, metadata } = signal;
  const provenance = { plugin, plugin_version, event_source, payload_sha256 };
  const finding = { kyc: kyc ?? undefined, alert: reported, metadata };
  const trigger = { trigger_ref: signal.provider_event_id, facts: {} };
  const alert = alertOfFinding(customerId, finding, provenance, trigger);
  return {
    tenant_id: signal.tenant_id,
    customer_id: customerId,
    signal_id: signal.id,
    ...provenance,
    occurred_at: signal.occurred_at.toISOString(),
    metadata,
    ...(kyc && { kyc }),
    ...(alert && { alert }),
  };
}
