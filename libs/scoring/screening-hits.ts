import type { MatchedEntry } from '@probity/contracts/alerts/events';
import type { ScoredAlert, ScoringInput } from './scoring-input';

/** The kind of a hit. It follows from the topics of the list entry. */
export type HitKind = 'sanctions' | 'pep' | 'adverse' | 'watchlist';

export interface ScreeningHit {
  kind: HitKind;
  subject: MatchedEntry['subject'];
  subject_name: string;
  /** `open`: undecided or escalated; `handled`: resolved, but not as a match */
  state: 'open' | 'confirmed' | 'handled';
  list: string;
}

/** Of the same alerts: a score asks for them many times. */
const known = new WeakMap<readonly ScoredAlert[], readonly ScreeningHit[]>();

/**
 * Returns all hits except dismissed ones. An entry with topics of several kinds gives a hit of each kind. The caller
 * must not change the alerts afterwards.
 */
export function screeningHits({ alerts }: Pick<ScoringInput, 'alerts'>): readonly ScreeningHit[] {
  const hits = known.get(alerts) ?? hitsOf(alerts);
  known.set(alerts, hits);
  return hits;
}

function hitsOf(alerts: readonly ScoredAlert[]): ScreeningHit[] {
  return alerts.flatMap((alert) => {
    const state = stateOf(alert);
    if (!alert.match || !state) return [];
    const { topics, subject, subject_name, list } = alert.match;
    const hits = kinds(topics).map((kind) => ({ kind, subject, subject_name, state, list }));
    return Array.from({ length: alert.count }, () => hits).flat();
  });
}

export const isActive = ({ status }: ScoredAlert): boolean => status === 'open' || status === 'escalated';

function stateOf(alert: ScoredAlert): ScreeningHit['state'] | undefined {
  if (isActive(alert)) return 'open';
  if (alert.status === 'dismissed') return undefined;
  return alert.resolution === 'confirmed_match' ? 'confirmed' : 'handled';
}

function kinds(topics: string[]): HitKind[] {
  const found = new Set(topics.map((topic) => kindByTopic.get(topic) ?? 'watchlist'));
  return found.size > 0 ? [...found] : ['watchlist'];
}

const kindByTopic = new Map<string, HitKind>([
  ['sanction', 'sanctions'],
  ['pep', 'pep'],
  ['crime', 'adverse'],
  ['wanted', 'adverse'],
  ['adverse-media', 'adverse'],
]);
