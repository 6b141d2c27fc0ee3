import { reportFindings } from '@probity/contracts/customers/commands';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import type { MonitoringRules } from '../stages/monitoring/monitoring-stage';
import type { Screening } from '../stages/screening/screening-stage';
import { type Stages, waitsForProviders } from '../stages/stage-modes';
import { withoutRaisedByOthers } from '../screening/raised-alerts';
import type { ClaimedSubject, PendingEvent } from './claim';
import { EarlierTransactions } from './earlier-transactions';
import { loadCustomers } from './load-customers';
import { processSubject, type SubjectResult } from './process-subject';
import type { TenantEngines } from './tenant-engines';
import type { WindowsCache } from './windows-cache';

/** The dependencies of the processing. */
export interface ProcessingParts {
  database: Database;
  commands: CommandBus;
  engines: TenantEngines;
  rulesOf: (tenantIds: string[]) => Promise<ReadonlyMap<string, MonitoringRules>>;
  screening: Pick<Screening, 'refresh'>;
  stages: Stages;
  windows: WindowsCache;
}

/** The outcomes of a customer's events, and a function that caches its windows; call it after they are stored. */
export interface CustomerResult extends SubjectResult {
  customerId: string;
  rememberWindows: () => void;
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
  const needsLists = events.some(
    ({ event_type, payload }) => event_type !== 'transaction' || 'counterparty' in payload,
  );
  const [customers, rules, engines, transactions] = await Promise.all([
    loadCustomers(database, claimed.map(customerOf)),
    parts.rulesOf(tenantIds),
    parts.engines.of(tenantIds),
    EarlierTransactions.of(database, events),
    needsLists ? parts.screening.refresh() : undefined,
  ]);
  const wanted = claimed.map((subject) => {
    const { tenant_id, customer_id } = subject.events[0]!;
    if (!customers.has(customer_id!)) throw new Error(`customer ${customer_id} has events but is not on the read side`);
    return {
      customer_id: customer_id!,
      version: subject.version,
      rules: rules.get(tenant_id)!.rules,
      countryLists: engines.get(tenant_id)!.countryLists,
      at: Math.min(...subject.events.map(timeOf)),
    };
  });
  const windows = await parts.windows.of(database, wanted);

  return claimed.map((subject, index): PreparedCustomer => {
    const { customer_id: customerId, version, ...basis } = wanted[index]!;
    const customer = customers.get(customerId)!;
    const { settings, countryLists, currencies } = engines.get(customer.tenant_id)!;
    const ofCustomer = windows.get(customerId)!;
    const waits = waitsForProviders(settings);
    // An event that waited for a provider gets its outcome before the next one waits.
    const events = waits ? subject.events.slice(0, 1) : subject.events;
    const process: PreparedCustomer['process'] = async (throwIfLost) => {
      const result = await processSubject(
        { ...subject, events },
        {
          customer,
          settings,
          countryLists,
          currencies,
          monitoring: rules.get(customer.tenant_id)!,
          windows: ofCustomer,
          stages: parts.stages.of(customer.tenant_id, settings),
          earlierEventOf: (event) => transactions.earlierThan(event),
          notRaised: (eventId, alerts) => withoutRaisedByOthers(database, alerts, eventId),
          report: (request) => {
            throwIfLost();
            return parts.commands.send(reportFindings, request);
          },
        },
      );
      const remembered = {
        ...basis,
        version: result.outcomes.length > 0 ? version + 1 : version,
        windows: ofCustomer,
      };
      const rememberWindows = () =>
        parts.windows.remember(customerId, remembered, result.subject.last_activity_at ?? 0);
      return { ...result, customerId, rememberWindows };
    };
    return { waits, process };
  });
}

const customerOf = ({ events }: ClaimedSubject): string => events[0]!.customer_id!;

const timeOf = ({ payload, received_at }: PendingEvent): number =>
  typeof payload.occurred_at === 'string' ? Date.parse(payload.occurred_at) : received_at.getTime();
