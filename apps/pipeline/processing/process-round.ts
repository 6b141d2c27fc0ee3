import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import { type Claim, claimSubjects, type DueSubject, dueSubjects, releaseClaim, whileLeased } from './claim';
import { advanceSubjects, storeOutcomes } from './outcome';
import { type CustomerResult, processCustomers, type ProcessingParts } from './process-customers';
import { putOff } from './put-off';
import type { ProviderLanes } from './provider-lanes';
import { settleReferences } from './settle-references';

export interface RoundParts extends ProcessingParts {
  logger: Logger;
  lanes: ProviderLanes;
}

/**
 * Processes some of the due events; returns whether there were any. Events of tenants that wait for a provider go
 * to the tenant's lane, which works beside the round.
 */
export async function processRound(parts: RoundParts): Promise<boolean> {
  const { engines, lanes } = parts;
  const due = await findDue(parts);
  if (due.length === 0) return false;
  const waiting = new Set<string>();
  for (const tenantId of new Set(due.map(({ tenant_id }) => tenant_id))) {
    if (await engines.waitsForProviders(tenantId)) waiting.add(tenantId);
  }
  const waits = ({ tenant_id }: DueSubject): boolean => waiting.has(tenant_id);
  const taken = due.filter(waits).filter((subject) => lanes.take(subject, () => processInLane(parts, subject)));
  const together = due.filter((subject) => !waits(subject)).map(({ subject }) => subject);
  const progress = together.length > 0 && (await processSubjects(parts, together));
  return progress || taken.length > 0;
}

/** The oldest due events. Those of tenants in lanes must not hide the events of others, however many they are. */
async function findDue({ database, lanes }: RoundParts): Promise<DueSubject[]> {
  const due = await dueSubjects(database, lanes.busy());
  const inLanes = lanes.tenants();
  if (due.length === 0 || due.some(({ tenant_id }) => !inLanes.includes(tenant_id))) return due;
  return [...due, ...(await dueSubjects(database, { tenants: inLanes, subjects: [] }))];
}

/** One event at a time: the customer's next event is claimed when this one has its outcome. */
const processInLane = (parts: RoundParts, { subject }: DueSubject): Promise<boolean> =>
  processSubjects(parts, [subject], 1);

/**
 * Processes due events of these subjects; returns whether there were any. If they cannot be stored as a whole, the
 * first event of each customer is tried separately, so that one event cannot delay the others.
 *
 * Three steps: a short transaction claims customers; the stages run and report, with no transaction open; a short
 * transaction stores the outcomes of the customers that are still claimed. If a process dies in between, its claim
 * ends with the lease. A process that paused too long stores nothing. In both cases the same findings are reported
 * again, which changes nothing.
 */
async function processSubjects(parts: RoundParts, due: string[], maxEvents?: number): Promise<boolean> {
  try {
    return await processTogether(parts, due, maxEvents);
  } catch (err) {
    if (isUnavailable(err)) throw err;
    parts.logger.warn({ err, customers: due.length }, 'a batch of events failed; trying each customer separately');
    let progress = false;
    for (const subject of due) progress = (await processAlone(parts, subject)) || progress;
    return progress;
  }
}

/** Processes the first event of a subject, so that a failure to store is attributed to this event. */
async function processAlone(parts: RoundParts, subject: string): Promise<boolean> {
  try {
    return await processTogether(parts, [subject], 1);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await parts.database.transaction(async (sql) => {
      const claim = await claimSubjects(sql, [subject], 1);
      for (const { events } of claim.subjects) await putOff(sql, events[0]!, error, parts.logger);
      await releaseClaim(sql, claim);
    });
    return true;
  }
}

async function processTogether(parts: RoundParts, due: string[], maxEvents?: number): Promise<boolean> {
  const { found, claim } = await claimCustomers(parts, due, maxEvents);
  if (claim.subjects.length === 0) return found;
  try {
    const results = await whileLeased(parts.database, claim, parts.logger, (lease) =>
      processCustomers(parts, claim.subjects, lease),
    );
    const kept = await storeResults(parts, claim, results);
    for (const result of results) {
      if (kept.has(result.subject.subject) && !result.failure) result.rememberWindows();
      else parts.windows.forget(result.customerId);
    }
    return true;
  } catch (error) {
    for (const { events } of claim.subjects) parts.windows.forget(events[0]!.customer_id!);
    await releaseClaim(parts.database, claim).catch((err: unknown) => {
      parts.logger.warn({ err }, 'cannot release a claim on events; it ends with its lease');
    });
    throw error;
  }
}

/** Claims the events of known customers. Other events are assigned to a customer, or wait for one. */
async function claimCustomers(
  { database }: RoundParts,
  due: string[],
  maxEvents?: number,
): Promise<{ found: boolean; claim: Claim }> {
  return database.transaction(async (sql) => {
    const { token, claimedAt, subjects } = await claimSubjects(sql, due, maxEvents);
    const ofCustomers = subjects.filter(({ events }) => events[0]!.customer_id !== null);
    const underReferences = subjects.filter(({ events }) => events[0]!.customer_id === null);
    await settleReferences(sql, underReferences);
    await releaseClaim(sql, { token, subjects: underReferences });
    return { found: subjects.length > 0, claim: { token, claimedAt, subjects: ofCustomers } };
  });
}

/** Stores the outcomes of subjects that are still claimed and ends the claim; returns these subjects. */
function storeResults(
  { database, logger }: RoundParts,
  { token }: Claim,
  results: CustomerResult[],
): Promise<Set<string>> {
  return database.transaction(async (sql) => {
    const kept = await advanceSubjects(sql, token, results);
    const own = results.filter(({ subject }) => kept.has(subject.subject));
    if (own.length < results.length) {
      logger.warn(
        { customers: results.length - own.length },
        'another process took over customers; their outcomes are not stored',
      );
    }
    await storeOutcomes(
      sql,
      own.flatMap(({ outcomes }) => outcomes),
    );
    for (const { failure } of own) if (failure) await putOff(sql, failure.event, failure.error, logger);
    return kept;
  });
}
