import { api, changeOf, dataOf } from '../api/client';

/** What staff do with an alert until they decide on it. */

/** @param assignee `me`, `none`, or an account */
export const assign = (slug: string, alertId: string, assignee: string, onlyUnassigned = false) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/alerts/{alertId}/assign', {
      params: { path: { slug, alertId } },
      body: { assignee, if_unassigned: onlyUnassigned },
    }),
  );

/** @param until a day or a time; `now` ends it */
export const snooze = (slug: string, alertId: string, until: string, reason: string) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/alerts/{alertId}/snooze', {
      params: { path: { slug, alertId } },
      body: { until, reason },
    }),
  );

export const tag = (slug: string, alertId: string, tags: string[]) =>
  dataOf(
    api.PUT('/api/v1/tenants/{slug}/alerts/{alertId}/tags', {
      params: { path: { slug, alertId } },
      body: { tags },
    }),
  );

/** Raises a closed alert again; returns the new alert, or the proposal. */
export const reopen = (slug: string, alertId: string, reason: string) =>
  changeOf(
    api.POST('/api/v1/tenants/{slug}/alerts/{alertId}/reopen', {
      params: { path: { slug, alertId } },
      body: { reason },
    }),
  );
