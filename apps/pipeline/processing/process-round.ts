import { isUnavailable } from '@probity/persistence/unavailable';
import { pause } from '@probity/platform/pause';
import { isCustomerSubject } from '../ingestion/event-reference';
import { type Claim, claimSubjects, releaseClaim, type WantedSubject } from './claim';
import { ClaimLease } from './claim-lease';
import type { DueSubject, DueSubjects } from './due-subjects';
import type { OutcomeStore } from './outcome-store';
import { prepareCustomers, type PreparedCustomer, type ProcessingParts } from './process-customers';
import type { ProviderLanes } from './provider-lanes';
import { afterFailure, putOff } from './put-off';
import { setAsideEvent } from './set-aside-event';
import { settleReferences } from './settle-references';
import { MAX_UNFINISHED, setAside, type SetAsideParts, settleUnfinished } from './unfinished';

export interface RoundParts extends ProcessingParts, SetAsideParts {
  dueSubjects: DueSubjects;
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

/** How long a round waits for its work. Then the next round begins, with events that became due meanwhile. */
const ROUND_MS = 250;

/**
 * Processes some of the due events; returns whether there may be more. Tenants take turns.
 *
 * Three steps: a short transaction claims customers; the stages run and report, with no transaction open; a short
 * transaction stores the outcomes of the customers that are still claimed. If a process dies in between, its claim
 * ends with the lease. A process that paused too long stores nothing. In both cases the same findings are reported
 * again, which changes nothing.
 *
 * The round does not wait for customers of tenants with providers: they go to the tenant's lane, one event at a time.
 * Work that takes longer than the round goes on in the tenant's lane, too.
 */
export async function processRound(parts: RoundParts): Promise<boolean> {
  const due = await parts.dueSubjects.next(parts.lanes.busy());
  const found = await processTogether(
    parts,
    due.filter(({ unfinished }) => unfinished === 0),
  );
  const suspects = due.filter(({ unfinished }) => unfinished > 0).sort((a, b) => a.unfinished - b.unfinished);
  return (await processOneByOne(parts, suspects)) || found || parts.dueSubjects.hasMore;
}

async function processTogether(parts: RoundParts, due: DueSubject[]): Promise<boolean> {
  const { engines, lanes } = parts;
  const waiting = new Set<string>();
  for (const tenantId of new Set(due.map(({ tenant_id }) => tenant_id))) {
    if (await engines.waitsForProviders(tenantId)) waiting.add(tenantId);
  }
  const forLanes = lanes.fitting(due.filter(({ tenant_id }) => waiting.has(tenant_id)));
  const others = due.filter(({ tenant_id }) => !waiting.has(tenant_id));
  const wanted = [...others, ...forLanes.map((subject) => ({ ...subject, most: 1 }))];
  if (wanted.length === 0) return false;

  const batch = await claimAndPrepare(parts, wanted).catch((err: unknown) => failedBatch(parts, err));
  const begun = new Map<DueSubject, Promise<void>>();
  for (const subject of wanted) {
    const prepared = batch.prepared?.get(subject.subject);
    if (batch.prepared && !prepared) continue; // it has no events to process
    // A tenant's mode may have changed since its settings were read last.
    if (prepared?.waits ?? waiting.has(subject.tenant_id)) {
      lanes.take(subject, () => finish({ ...parts, outcomes: parts.laneOutcomes }, subject, prepared));
    } else begun.set(subject, finish(parts, subject, prepared));
  }
  await endOfRound(lanes, begun);
  return batch.found;
}

/** Customers whose last claim did not end: never two of them at the same time in this process. */
async function processOneByOne(parts: RoundParts, suspects: DueSubject[]): Promise<boolean> {
  const until = performance.now() + ROUND_MS;
  let found = false;
  for (const suspect of suspects) {
    if (parts.lanes.hasUnfinished || performance.now() > until) break;
    found = true;
    const isKiller = suspect.unfinished >= MAX_UNFINISHED;
    const work = isKiller ? setAside(parts, suspect) : processAlone(parts, suspect.subject);
    await endOfRound(parts.lanes, new Map([[suspect, work]]));
  }
  return found;
}

/** Waits for the work. What takes longer goes on in the lanes. */
async function endOfRound(lanes: ProviderLanes, begun: Map<DueSubject, Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  const each = [...begun].map(async ([subject, work]) => {
    await work.catch((error: unknown) => failures.push(error));
    begun.delete(subject);
  });
  const over = new AbortController();
  await Promise.race([Promise.all(each), pause(ROUND_MS, over.signal)]);
  over.abort();
  for (const [subject, work] of begun) lanes.take(subject, () => work);
  if (failures.length > 0) throw failures[0];
}

function failedBatch({ logger }: RoundParts, err: unknown): Batch {
  if (isUnavailable(err)) throw err;
  logger.warn({ err }, 'could not prepare a batch of events; trying the first event of each customer alone');
  return { found: true };
}

/**
 * Processes the events of a subject and stores their outcomes. If that fails, its first event is tried alone, so that
 * a failure is attributed to this event.
 */
async function finish(parts: RoundParts, { subject }: DueSubject, prepared?: Prepared): Promise<void> {
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
    const { database, logger } = parts;
    const claim = await database.transaction((sql) => claimSubjects(sql, wanted));
    const failed = claim.subjects.map(({ events }) => events[0]!);
    for (const event of failed) await setAsideEvent(parts, claim.token, event, afterFailure(event, error));
    await database.transaction(async (sql) => {
      for (const event of failed) await putOff(sql, event, error, logger);
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
    if (!isKept) await giveUp(parts, claim); // the claim may still be ours: a rebuild may have changed the subject
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
 * Claims the events of known customers. Other events are assigned to a customer, or wait for one. The claim is durable
 * before the work begins, so that it counts also if the work ends this process and Postgres with it.
 */
async function claimCustomers(
  { database }: RoundParts,
  wanted: WantedSubject[],
): Promise<{ found: boolean; claim: Claim }> {
  return database.transaction(async (sql) => {
    const { token, claimedAt, subjects } = await claimSubjects(sql, wanted);
    const ofCustomers = subjects.filter(({ subject }) => isCustomerSubject(subject));
    const underReferences = subjects.filter(({ subject }) => !isCustomerSubject(subject));
    await settleReferences(sql, underReferences);
    await releaseClaim(sql, { token, subjects: underReferences });
    await settleUnfinished(sql, underReferences);
    return { found: subjects.length > 0, claim: { token, claimedAt, subjects: ofCustomers } };
  });
}

async function giveUp({ database, logger }: RoundParts, claim: Pick<Claim, 'token' | 'subjects'>): Promise<void> {
  await releaseClaim(database, claim).catch((err: unknown) => {
    logger.warn({ err }, 'cannot release a claim on events; it ends with its lease');
  });
}
