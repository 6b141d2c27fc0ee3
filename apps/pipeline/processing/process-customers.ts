import { reportFindings } from '@probity/contracts/customers/commands';
import { LIMITS } from '@probity/contracts/limits/limits';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { withoutAllowed } from '@probity/read-side/allow-list/allow-list-coverage';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { CustomerEvaluations } from '../evaluation/customer-evaluations';
import type { CustomerHistories } from '../evaluation/customer-histories';
import type { Evaluations } from '../evaluation/evaluation';
import type { TenantRuleSet } from '../monitoring-rules/tenant-rules';
import type { Screening } from '../stages/screening/screening-stage';
import { type Stages, waitsForProviders } from '../stages/stage-modes';
import { withoutRaisedByOthers } from '../screening/raised-alerts';
import { mayNeedLists } from '../screening/transaction-subjects';
import type { ClaimedSubject } from './claim';
import { EarlierTransactions } from './earlier-transactions';
import { loadCustomers } from './load-customers';
import { processSubject, type SubjectResult } from './process-subject';
import type { TenantEngines } from './tenant-engines';

/** The dependencies of the processing. */
export interface ProcessingParts {
  database: Database;
  commands: CommandBus;
  engines: TenantEngines;
  rulesOf: (tenantIds: string[]) => Promise<ReadonlyMap<string, TenantRuleSet>>;
  screening: Pick<Screening, 'refresh'>;
  stages: Stages;
  evaluations: Evaluations;
  histories: CustomerHistories;
  now: Clock;
}

/** The outcomes of a customer's events. Call `stored` after they are stored. */
export interface CustomerResult extends SubjectResult {
  stored: () => void;
}

/** A customer whose events can be processed. */
export interface PreparedCustomer {
  /** whether a stage may wait for a provider */
  waits: boolean;
  /**
   * Runs the stages over the customer's events and reports their findings.
   *
   * @param throwIfLost called before each report; when it throws, nothing more is reported
   */
  process: (throwIfLost: () => void) => Promise<CustomerResult>;
}

/**
 * Loads everything that the processing of customers needs, for all of them together. The result is in the order of
 * `claimed`. No transaction is open afterwards: a customer's history does not change while its events are in process,
 * because this process has the claim on the customer.
 */
export async function prepareCustomers(parts: ProcessingParts, claimed: ClaimedSubject[]): Promise<PreparedCustomer[]> {
  const { database } = parts;
  const events = claimed.flatMap((subject) => subject.events);
  const tenantIds = [...new Set(events.map(({ tenant_id }) => tenant_id))];
  const needsLists = events.some(({ event_type, payload }) => event_type !== 'transaction' || mayNeedLists(payload));
  const [customers, rules, engines, currencies, evidenceBytes, transactions] = await Promise.all([
    loadCustomers(database, claimed.map(customerOf)),
    parts.rulesOf(tenantIds),
    parts.engines.of(tenantIds),
    parts.engines.currenciesOf(tenantIds),
    evidenceBytesOf(database, tenantIds),
    EarlierTransactions.of(database, events),
    needsLists ? parts.screening.refresh() : undefined,
  ]);
  return claimed.map((subject): PreparedCustomer => {
    const { tenant_id, customer_id: id } = subject.events[0]!;
    const customer_id = id!;
    const customer = customers.get(customer_id);
    if (!customer) throw new Error(`customer ${customer_id} has events but is not on the read side`);
    const { settings } = engines.get(tenant_id)!;
    const waits = waitsForProviders(settings);
    // An event that waited for a provider gets its outcome before the next one waits.
    const events = waits ? subject.events.slice(0, 1) : subject.events;
    const ofTenant = { rules: rules.get(tenant_id)!, engines: engines.get(tenant_id)! };
    const basis = { tenant_id, customer_id, version: subject.version, ...ofTenant };
    const evaluations = new CustomerEvaluations(basis, parts.evaluations, parts.histories);
    const process: PreparedCustomer['process'] = async (throwIfLost) => {
      const result = await processSubject(
        { ...subject, events },
        {
          customer,
          settings,
          currencies: currencies.get(tenant_id)!,
          rules: ofTenant.rules,
          evidence_bytes: evidenceBytes.get(tenant_id)!,
          evaluations,
          stages: parts.stages.of(tenant_id, settings),
          earlierEventOf: (event) => transactions.earlierThan(event),
          notAllowed: (alerts) => withoutAllowed(database, { tenant_id, customer_id }, alerts, parts.now()),
          notRaised: (eventId, alerts) => withoutRaisedByOthers(database, alerts, eventId),
          report: (request) => {
            throwIfLost();
            return parts.commands.send(reportFindings, request);
          },
        },
      );
      return {
        ...result,
        stored: () => {
          if (result.outcomes.length > 0) evaluations.stored(result.subject.last_activity_at);
        },
      };
    };
    return { waits, process };
  });
}

/** An operator may have set a limit above the present maximum. */
async function evidenceBytesOf(database: Database, tenantIds: string[]): Promise<Map<string, number>> {
  const stored = await new LimitQueries(database).storedOf(tenantIds);
  const set = new Map(stored.map(({ tenant_id, limits }) => [tenant_id, limits.evidence_bytes]));
  const { default: unlessSet, maximum } = LIMITS.evidence_bytes;
  return new Map(tenantIds.map((id) => [id, Math.min(set.get(id) ?? unlessSet, maximum)]));
}

const customerOf = ({ events }: ClaimedSubject): string => events[0]!.customer_id!;
