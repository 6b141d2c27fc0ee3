import { api, type Change, changeOf, type Schemas } from '../api/client';

/** A decision that an officer makes about an alert. */
export interface Decision {
  /** the key that chooses it */
  keys: string;
  label: string;
  /** what follows from it, in one sentence */
  follows: string;
  permission: Schemas['Permission']['name'];
  /** how several alerts are decided with one request; without it, they are decided one by one */
  together?: DecisionTogether;
  send: (slug: string, alertId: string, reason: string) => Promise<Change<Schemas['AlertDetail']>>;
}

type Resolution = 'handled' | 'reported' | 'confirmed_match' | 'escalated';

export interface DecisionTogether {
  decision: 'dismiss' | 'resolve';
  resolution?: Resolution;
}

const resolve = (slug: string, alertId: string, reason: string, resolution: Resolution) =>
  changeOf(
    api.POST('/api/v1/tenants/{slug}/alerts/{alertId}/resolve', {
      params: { path: { slug, alertId } },
      body: { reason, resolution },
    }),
  );

/** Whether a decision makes sense for an alert: only a match can be confirmed, and an alert is escalated once. */
export function fits({ keys }: Decision, alert: Pick<Schemas['Alert'], 'alert_type' | 'source' | 'status'>): boolean {
  if (keys === 'e') return alert.status !== 'escalated';
  return keys !== 'm' || alert.alert_type.endsWith('_match') || alert.source === 'plugin';
}

/** The same for all alerts, so that the fingers learn them. */
export const DECISIONS: Decision[] = [
  {
    keys: 'd',
    label: 'Dismiss as false',
    follows: 'The alert closes and no longer counts in the score.',
    permission: 'decide',
    together: { decision: 'dismiss' },
    send: (slug, alertId, reason) =>
      changeOf(
        api.POST('/api/v1/tenants/{slug}/alerts/{alertId}/dismiss', {
          params: { path: { slug, alertId } },
          body: { reason },
        }),
      ),
  },
  {
    keys: 'h',
    label: 'Resolve as handled',
    follows: 'The alert was true and is dealt with.',
    permission: 'decide',
    together: { decision: 'resolve', resolution: 'handled' },
    send: (slug, alertId, reason) => resolve(slug, alertId, reason, 'handled'),
  },
  {
    keys: 'm',
    label: 'Confirm the match',
    follows: 'The person is the listed one. About the customer itself, a sanctions match makes it sanctioned.',
    permission: 'decide',
    together: { decision: 'resolve', resolution: 'confirmed_match' },
    send: (slug, alertId, reason) => resolve(slug, alertId, reason, 'confirmed_match'),
  },
  {
    keys: 'r',
    label: 'Resolve as reported',
    follows: 'A report went to the authority.',
    permission: 'decide',
    together: { decision: 'resolve', resolution: 'reported' },
    send: (slug, alertId, reason) => resolve(slug, alertId, reason, 'reported'),
  },
  {
    keys: 'e',
    label: 'Escalate',
    follows: 'The alert stays in the queue with the status escalated. To hand it to one person, assign it as well.',
    permission: 'work_on_cases',
    send: (slug, alertId, reason) =>
      changeOf(
        api.POST('/api/v1/tenants/{slug}/alerts/{alertId}/escalate', {
          params: { path: { slug, alertId } },
          body: { reason },
        }),
      ),
  },
];
