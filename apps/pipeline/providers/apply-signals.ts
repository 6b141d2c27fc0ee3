import { isDeepStrictEqual } from 'node:util';
import { applyProviderSignal } from '@probity/contracts/customers/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import type { SignalAlert } from '@probity/contracts/providers/signal';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { matchCustomers } from './match-customers';
import { alertOfFinding } from './provider-alerts';
import { alertWithSubject } from './reported-subject';
import { awaitChange, choose, type ClaimedSignal, claimSignals, finish, keep, putOff, release } from './signal-queue';
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
  const handled = await Promise.allSettled(lanes.map((lane) => handleLane(parts, lane))); // none goes on after the round
  for (const result of handled) if (result.status === 'rejected') throw result.reason;
  return lanes.length > 0;
}

/**
 * Ends with the first failure: each of the next signals could fail after a deadline, and the process claims no signal
 * of another lane or tenant before this lane ends.
 */
async function handleLane(parts: ApplySignalsParts, lane: ClaimedSignal[]): Promise<void> {
  for (const [place, signal] of lane.entries()) {
    if (await handle(parts, signal)) continue;
    for (const later of lane.slice(place + 1)) await release(parts.database, later);
    return;
  }
}

/** @returns whether it did not fail */
async function handle(parts: ApplySignalsParts, signal: ClaimedSignal): Promise<boolean> {
  const { database, logger, metrics } = parts;
  try {
    if (!(await keep(database, signal))) return true;
    const outcome = signal.is_applied ? 'applied' : await matchAndApply(parts, signal);
    if (outcome === 'lost') return true;
    metrics.countProviderSignal(signal.plugin, outcome);
    await finish(database, signal);
    return true;
  } catch (err) {
    metrics.countProviderSignal(signal.plugin, 'failed');
    logger.warn({ err, signal_id: signal.id, plugin: signal.plugin }, 'cannot apply a signal of a provider; retrying');
    await putOff(database, signal, err instanceof Refusal ? err.message : 'internal error; see the log');
    return false;
  }
}

async function matchAndApply(
  { database, commands, signals }: ApplySignalsParts,
  signal: ClaimedSignal,
): Promise<'applied' | 'unresolved' | 'lost'> {
  const matches = signal.customer_id === null ? await candidatesOf(database, signal) : [signal.customer_id];
  const [customerId] = matches;
  if (customerId === undefined || matches.length > 1) {
    await signals.unresolved(signal.id, customerId === undefined ? 'no_customer' : 'several_customers');
    return 'unresolved';
  }
  if (!(await choose(database, signal, customerId))) return 'lost';
  const alert = await alertWithSubject(database, signal, customerId);
  const request = requestFor(customerId, signal, alert);
  const { effect, raised, kyc_status } = await commands.send(applyProviderSignal, request);
  await signals.applied(signal.id, customerId, { kyc: effect, kyc_status, raised });
  return 'applied';
}

/**
 * The customers that the signal matches. Two candidates are stored before the match that counts: a change of one of
 * them either is seen by this match, or wakes the signal.
 */
async function candidatesOf(database: Database, signal: ClaimedSignal): Promise<string[]> {
  let stored = signal.candidates;
  for (;;) {
    const matches = await matchCustomers(database, signal);
    if (matches.length < 2 || isDeepStrictEqual(matches, stored)) return matches;
    await awaitChange(database, signal, matches);
    stored = matches;
  }
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
