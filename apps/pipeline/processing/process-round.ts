import type { Sql } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import { type Claim, claimSubjects, type DueSubject, dueSubjects, releaseClaim, type WantedSubject } from './claim';
import { ClaimLease } from './claim-lease';
import type { OutcomeStore } from './outcome-store';
import { prepareCustomers, type PreparedCustomer, type ProcessingParts } from './process-customers';
import type { ProviderLanes } from './provider-lanes';
import { putOff } from './put-off';
import { settleReferences } from './settle-references';

export interface RoundParts extends ProcessingParts {
  logger: Logger;
  lanes: ProviderLanes;
  outcomes: OutcomeStore;
  /** apart from the others, so that a round does not wait for the commits of lanes */
  laneOutcomes: OutcomeStore;
}

interface Prepared extends PreparedCustomer {
  claim: Pick<Claim, 'token' | 'subjects'>;
  lease: ClaimLease;
}

/** Customers that were claimed together. */
interface Batch {
  /** by subject; other subjects have no events to process. Undefined when they could not be prepared together */
  prepared?: ReadonlyMap<string, Prepared>;
  /** whether any of the subjects had due events */
  found: boolean;
}

/**
 * Processes some of the due events; returns whether there were any.
 *
 * Three steps: a short transaction claims customers; the stages run and report, with no transaction open; a short
 * transaction stores the outcomes of the customers that are still claimed. If a process dies in between, its claim
 * ends with the lease. A process that paused too long stores nothing. In both cases the same findings are reported
 * again, which changes nothing.
 *
 * The round does not wait for customers of tenants with providers: they go to the tenant's lane, one event at a time.
 */
export async function processRound(parts: RoundParts): Promise<boolean> {
  const { engines, lanes } = parts;
  const due = await findDue(parts);
  if (due.length === 0) return false;
  const waiting = new Set<string>();
  for (const tenantId of new Set(due.map(({ tenant_id }) => tenant_id))) {
    if (await engines.waitsForProviders(tenantId)) waiting.add(tenantId);
  }
  const forLanes = lanes.fitting(due.filter(({ tenant_id }) => waiting.has(tenant_id)));
  const others = due.filter(({ tenant_id }) => !waiting.has(tenant_id));
  const wanted = [...others, ...forLanes.map((subject) => ({ ...subject, most: 1 }))];
  if (wanted.length === 0) return false;

  const batch = await claimAndPrepare(parts, wanted).catch((err: unknown) => failedBatch(parts, err));
  const inRound: Promise<void>[] = [];
  for (const subject of wanted) {
    const prepared = batch.prepared?.get(subject.subject);
    if (batch.prepared && !prepared) continue; // it has no events to process
    // A tenant's mode may have changed since its settings were read last.
    if (prepared?.waits ?? waiting.has(subject.tenant_id)) {
      lanes.take(subject, () => finish({ ...parts, outcomes: parts.laneOutcomes }, subject, prepared));
    } else inRound.push(finish(parts, subject, prepared));
  }
  for (const result of await Promise.allSettled(inRound)) if (result.status === 'rejected') throw result.reason;
  return batch.found;
}

function failedBatch({ logger }: RoundParts, err: unknown): Batch {
  if (isUnavailable(err)) throw err;
  logger.warn({ err }, 'could not prepare a batch of events; trying the first event of each customer alone');
  return { found: true };
}

/** The oldest due events. Those of tenants in lanes must not hide the events of others, however many they are. */
async function findDue({ database, lanes }: RoundParts): Promise<DueSubject[]> {
  const due = await dueSubjects(database, lanes.busy());
  const inLanes = lanes.tenants();
  if (due.length === 0 || due.some(({ tenant_id }) => !inLanes.includes(tenant_id))) return due;
  return [...due, ...(await dueSubjects(database, { tenants: inLanes, subjects: [] }))];
}

/**
 * Processes the events of a subject and stores their outcomes. If that fails, its first event is tried alone, so that
 * a failure is attributed to this event.
 */
async function finish(parts: RoundParts, { subject }: WantedSubject, prepared?: Prepared): Promise<void> {
  if (!prepared) return processAlone(parts, subject);
  try {
    await processPrepared(parts, subject, prepared);
  } catch (err) {
    if (isUnavailable(err)) throw err;
    parts.logger.warn({ err, subject }, 'could not process the events of a customer; trying its first event alone');
    await processAlone(parts, subject);
  }
}

async function processAlone(parts: RoundParts, subject: string): Promise<void> {
  const wanted = [{ subject, most: 1 }];
  try {
    const prepared = (await claimAndPrepare(parts, wanted)).prepared?.get(subject);
    if (prepared) await processPrepared(parts, subject, prepared);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await parts.database.transaction(async (sql) => {
      const claim = await claimSubjects(sql, wanted);
      for (const { events } of claim.subjects) await putOff(sql, events[0]!, error, parts.logger);
      await releaseClaim(sql, claim);
    });
  }
}

async function processPrepared(parts: RoundParts, subject: string, { claim, lease, process }: Prepared): Promise<void> {
  try {
    const result = await process(() => lease.throwIfLost(subject));
    await lease.end(subject); // a renewal and the store of the outcomes must not wait for each other's row locks
    const isKept = await parts.outcomes.take({ ...result, token: claim.token });
    if (isKept && !result.failure) result.stored();
  } catch (error) {
    await lease.end(subject);
    await giveUp(parts, claim);
    throw error;
  }
}

/** Claims subjects and loads what the processing of their events needs. */
async function claimAndPrepare(parts: RoundParts, wanted: WantedSubject[]): Promise<Batch> {
  const { found, claim } = await claimCustomers(parts, wanted);
  const { subjects } = claim;
  if (subjects.length === 0) return { found, prepared: new Map() };
  const lease = new ClaimLease(parts.database, claim, parts.logger);
  try {
    const customers = await prepareCustomers(parts, subjects);
    const prepared = customers.map((customer, n): [string, Prepared] => {
      const subject = subjects[n]!;
      return [subject.subject, { ...customer, claim: { token: claim.token, subjects: [subject] }, lease }];
    });
    return { found, prepared: new Map(prepared) };
  } catch (error) {
    for (const { subject } of subjects) await lease.end(subject);
    await giveUp(parts, claim);
    throw error;
  }
}

/**
 * Claims the events of known customers. Other events are assigned to a customer, or wait for one. A claim that a crash
 * of Postgres undoes fences nothing that was stored: outcomes are stored with a valid claim only.
 */
async function claimCustomers(
  { database }: RoundParts,
  wanted: WantedSubject[],
): Promise<{ found: boolean; claim: Claim }> {
  const work = async (sql: Sql): Promise<{ found: boolean; claim: Claim }> => {
    const { token, claimedAt, subjects } = await claimSubjects(sql, wanted);
    const ofCustomers = subjects.filter(({ events }) => events[0]!.customer_id !== null);
    const underReferences = subjects.filter(({ events }) => events[0]!.customer_id === null);
    await settleReferences(sql, underReferences);
    await releaseClaim(sql, { token, subjects: underReferences });
    return { found: subjects.length > 0, claim: { token, claimedAt, subjects: ofCustomers } };
  };
  return database.transaction(work, { mayBeLost: true });
}

async function giveUp({ database, logger }: RoundParts, claim: Pick<Claim, 'token' | 'subjects'>): Promise<void> {
  await releaseClaim(database, claim).catch((err: unknown) => {
    logger.warn({ err }, 'cannot release a claim on events; it ends with its lease');
  });
}
