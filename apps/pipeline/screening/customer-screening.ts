import { Injectable } from '@nestjs/common';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { alertOf } from './decide-alert';
import { type Counterparty, type RelatedSubject, subjectOfCounterparty, subjectsOfProfile } from './subjects';
import type { TenantLists } from './tenant-lists';
import { WatchlistIndex } from './watchlist-index';

/** Matches of one subject that become alerts: the best ones. That there were more stands in the evidence. */
const MAX_MATCHES = 25;

/** What screening found, and what it compared. */
export interface ScreeningFindings {
  alerts: AlertToRaise[];
  evidence: {
    /** list entries that were compared with */
    entries: number;
    threshold: number;
    subjects: { role: string; name: string }[];
    matches: { alert_id: string; list: string; entry_id: string; matched_name: string; score: number }[];
    /** names of subjects that match more entries than became alerts */
    more_matches_of?: string[];
  };
}

/** Screens customers and those they deal with against the lists. Whoever asks refreshes before. */
@Injectable()
export class CustomerScreening {
  constructor(private readonly index: WatchlistIndex) {}

  /** Brings the lists up to date: what was acknowledged before this call is seen after it. */
  refresh(): Promise<void> {
    return this.index.refresh();
  }

  /** A customer with its owners and related parties. */
  screenProfile(
    tenantId: string,
    customerId: string,
    profile: CustomerProfile,
    { screening }: ComplianceSettings,
  ): Promise<ScreeningFindings> {
    const lists = this.index.of(tenantId, screening.lists);
    return screenSubjects(lists, customerId, subjectsOfProfile(profile), screening.threshold);
  }

  /** Whom a customer's transaction was with. */
  screenCounterparty(
    tenantId: string,
    customerId: string,
    counterparty: Counterparty,
    { screening }: ComplianceSettings,
  ): Promise<ScreeningFindings> {
    const lists = this.index.of(tenantId, screening.lists);
    return screenSubjects(lists, customerId, [subjectOfCounterparty(counterparty)], screening.threshold);
  }
}

/**
 * The alerts that the matches of some subjects call for: for each pair one, that of the best match. A customer
 * may have hundreds of parties; between two of them the rest of the process goes on.
 */
export async function screenSubjects(
  lists: TenantLists,
  customerId: string,
  subjects: RelatedSubject[],
  threshold: number,
): Promise<ScreeningFindings> {
  const best = new Map<string, AlertToRaise>();
  const more: string[] = [];
  for (const [count, subject] of subjects.entries()) {
    if (count > 0) await new Promise(setImmediate);
    const matches = lists.screen(subject, { threshold, limit: MAX_MATCHES + 1 });
    if (matches.length > MAX_MATCHES) more.push(subject.names.join(', '));
    for (const match of matches.slice(0, MAX_MATCHES)) {
      const listVersion = lists.versionOf(match.entry.list);
      const alert = alertOf({ customerId, subject, match, threshold, listVersion });
      const known = best.get(alert.alert_id);
      if (!known || known.match!.score < match.score) best.set(alert.alert_id, alert);
    }
  }
  const alerts = [...best.values()].sort((a, b) => b.match!.score - a.match!.score);
  return {
    alerts,
    evidence: {
      entries: lists.entries,
      threshold,
      subjects: subjects.map(({ role, names }) => ({ role, name: names.join(', ') })),
      matches: alerts.map(({ alert_id, match }) => {
        const { list, entry_id, matched_name, score } = match!;
        return { alert_id, list, entry_id, matched_name, score };
      }),
      ...(more.length > 0 ? { more_matches_of: more } : {}),
    },
  };
}
