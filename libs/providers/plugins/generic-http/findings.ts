import { LIST_TOPICS, type ListTopic } from '@probity/contracts/alerts/match-kind';
import { kycFinding } from '../../kyc-finding';
import { matchFinding } from '../../match-finding';
import type { Finding, ScreeningSubjectRequest } from '../../stage-call';
import { at, metadataOf, sourceOf, textAt } from './mapping';
import type { DecisionMapping, KycMapping, MatchMapping } from './settings';

/** The response or the webhook lacks what the settings say it has. */
export class NotMapped extends Error {
  constructor(setting: string) {
    super(`the value that the setting "${setting}" describes is missing or unknown`);
    this.name = 'NotMapped';
  }
}

export function required<T>(setting: string, value: T | undefined): T {
  if (value === undefined) throw new NotMapped(setting);
  return value;
}

const chosen = <Choice>(setting: string, choices: Record<string, Choice>, value: string): Choice =>
  required(setting, Object.hasOwn(choices, value) ? choices[value] : undefined);

/** @param provider its name, for the titles of alerts */
export function kycFindings(body: unknown, mapping: KycMapping, provider: string): Finding[] {
  const status = chosen('statuses', mapping.statuses, required('status', textAt(body, mapping.status)));
  if (status === 'none') return [];
  const id = required('id', textAt(body, mapping.id));
  const reason = sourceOf(body, mapping.reason) ?? `the status is ${status}`;
  return [kycFinding(provider, id, { status, reason }, metadataOf(body, mapping.metadata))];
}

export function decisionFindings(body: unknown, mapping: DecisionMapping): Finding[] {
  const { alert_type, decisions } = mapping;
  const severity = chosen('decisions', decisions, required('decision', textAt(body, mapping.decision)));
  if (severity === 'none') return [];
  const key = `decision:${required('id', textAt(body, mapping.id))}`;
  const title = required('title', sourceOf(body, mapping.title));
  return [{ alert: { key, alert_type, severity, title }, metadata: metadataOf(body, mapping.metadata) }];
}

/** Matches from the threshold on. */
export function matchFindings(
  body: unknown,
  mapping: MatchMapping,
  { subject, threshold, provider }: { subject: ScreeningSubjectRequest; threshold: number; provider: string },
): Finding[] {
  const items = at(body, mapping.items);
  if (!Array.isArray(items)) throw new NotMapped('items');
  return items.flatMap((item: unknown) => {
    const score = Number(required('score', textAt(item, mapping.score))) / (mapping.score_maximum ?? 1);
    if (!(score >= 0 && score <= 1)) throw new NotMapped('score');
    if (score < threshold) return [];
    const match = {
      list: required('list', sourceOf(item, mapping.list)),
      entry_id: required('entry_id', textAt(item, mapping.entry_id)),
      topics: topicsOf(item, mapping),
      subject: subject.role,
      subject_name: subject.name,
      matched_name: required('name', textAt(item, mapping.name)),
      score,
    };
    return [matchFinding(provider, match, metadataOf(item, mapping.metadata))];
  });
}

/** How many matches the provider has and did not return. */
export function missingMatches(body: unknown, { items, total }: MatchMapping): number {
  if (!total) return 0;
  const count = Number(required('total', textAt(body, total)));
  if (!(count >= 0)) throw new NotMapped('total');
  return Math.max(0, count - (at(body, items) as unknown[]).length);
}

const OWN_TOPICS = Object.fromEntries(LIST_TOPICS.map((topic) => [topic, topic]));

/** Translated by the settings; Probity's own words mean themselves unless the settings say otherwise. */
function topicsOf(item: unknown, { topics, topic_words = {} }: MatchMapping): ListTopic[] {
  if (typeof topics !== 'string') return topics;
  const words = [at(item, topics)].flat();
  if (words.length === 0) throw new NotMapped('topics');
  const choices = { ...OWN_TOPICS, ...topic_words };
  return [...new Set(words.map((word) => chosen('topics', choices, typeof word === 'string' ? word : '')))];
}
