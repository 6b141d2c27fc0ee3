import { type BackOfficeClient, BackOfficeError, Proposed } from '@probity/platform/http/back-office-client';
import { type AlertWork, planWork, type RaisedAlert, type Step, type Who } from '../work/plan-work';
import { byCustomer } from '../work/by-customer';
import { type CaseWork, planCases } from '../work/plan-cases';
import { inLanes } from './in-lanes';
import type { Progress } from './progress';

const LANES = 8;
const PAGE = 100;
const DAY_MS = 86_400_000;
/** An earlier run that was interrupted has made this change. */
const DONE_BEFORE = ['alert_closed', 'alert_escalated', 'alert_in_other_case', 'case_closed'];

/** Staff of the demo who have signed in, and the path of their tenant. */
export interface Desk {
  officer: BackOfficeClient;
  approver: BackOfficeClient;
  path: string;
}

/** Does what officers would have done with the alerts by now. @param customers whose alerts these are, in order */
export async function doStaffWork(desk: Desk, customers: string[], seed: number, progress: Progress): Promise<void> {
  const alerts = await raisedAlerts(desk, customers);
  const cases = planCases(alerts, seed);
  const inCase = new Set(cases.flatMap(({ alerts: own }) => own.map(({ id }) => id)));
  const work = planWork(
    alerts.filter(({ id }) => !inCase.has(id)),
    seed,
  );
  // What concerns one customer happens one after the other, and a person uploads one file at a time.
  const jobs = [
    async () => {
      for (const each of cases) await workOnCase(desk, each);
    },
    ...byCustomer(work).map((own) => async () => {
      for (const one of own) await workOnAlert(desk, one);
    }),
    () => decideIdentities(desk),
  ];
  let done = 0;
  await inLanes(jobs, LANES, async (job) => {
    await job();
    progress.report('staff', ++done, jobs.length);
  });
}

/** In an order that does not depend on when each was raised. */
async function raisedAlerts({ officer, path }: Desk, customers: string[]): Promise<RaisedAlert[]> {
  const place = new Map(customers.map((id, index) => [id, index]));
  const found: RaisedAlert[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await officer.get<RaisedAlert[]>(`${path}/alerts?limit=${PAGE}&offset=${offset}`);
    found.push(...page.filter(({ customer_id }) => place.has(customer_id)));
    if (page.length < PAGE) break;
  }
  const key = ({ customer_id, alert_type, trigger_ref }: RaisedAlert): string =>
    [String(place.get(customer_id)).padStart(4, '0'), alert_type, trigger_ref].join(' ');
  return found.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

async function workOnAlert(desk: Desk, { id, steps }: AlertWork): Promise<void> {
  for (const step of steps) await unlessDone(() => take(desk, id, step));
}

/** @throws BackOfficeError */
async function take(desk: Desk, id: string, step: Step): Promise<void> {
  const client = desk[step.by];
  const path = `${desk.path}/alerts/${id}`;
  switch (step.does) {
    case 'assign':
      return void (await client.post(`${path}/assign`, { assignee: 'me', if_unassigned: true }));
    case 'tag':
      return void (await client.put(`${path}/tags`, { tags: step.tags }));
    case 'snooze': {
      const until = new Date(Date.now() + step.days * DAY_MS).toISOString();
      return void (await client.post(`${path}/snooze`, { until, reason: step.reason }));
    }
    case 'escalate':
      return void (await client.post(`${path}/escalate`, { reason: step.reason }));
    case 'dismiss':
      return reviewed(desk, step, () => client.post(`${path}/dismiss`, { reason: step.reason }));
    case 'resolve': {
      const { resolution, reason } = step;
      return reviewed(desk, step, () => client.post(`${path}/resolve`, { resolution, reason }));
    }
  }
}

/** Makes a change. If it needs two people, the other one reviews it, or it waits. */
async function reviewed(
  desk: Desk,
  { by, review }: { by: Who; review?: 'approve' | 'decline' | 'withdraw' },
  change: () => Promise<unknown>,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof Proposed)) throw error;
    if (review === undefined) return;
    const other = desk[by === 'officer' ? 'approver' : 'officer'];
    const who = review === 'withdraw' ? desk[by] : other;
    await who.post(`${desk.path}/proposals/${error.proposal.id}/${review}`, { reason: REVIEWS[review] });
  }
}

const REVIEWS = {
  approve: 'Compared with the list entry; I agree.',
  decline: 'The date of birth is missing in the comparison; look again.',
  withdraw: 'Decided too early; the passport is still missing.',
};

async function workOnCase(desk: Desk, { customer_id, title, reason, alerts, notes, end }: CaseWork): Promise<void> {
  await unlessDone(async () => {
    const body = { customer_id, title, reason, alert_ids: alerts.map(({ id }) => id) };
    const { id } = await desk.officer.post<{ id: string }>(`${desk.path}/cases`, body);
    const path = `${desk.path}/cases/${id}`;
    for (const note of notes) await desk.officer.post(`${path}/notes`, { note });
    await desk.officer.postFile(`${path}/files`, 'branch-report.txt', Buffer.from(reportOf(title, notes)));
    if (!end) return;
    for (const alert of alerts) await unlessDone(() => take(desk, alert.id, end.step(alert)));
    if (end.outcome === 'reported') await reportCase(desk, path, { alert_ids: body.alert_ids, reason: end.reason });
    await desk.officer.post(`${path}/close`, { outcome: end.outcome, reason: end.reason });
  });
}

const reportOf = (title: string, notes: string[]): string => `${title}\n\n${notes.join('\n')}\n`;

/** Decides on customers whose identity is in review: one is confirmed, one waits for the second person. */
async function decideIdentities(desk: Desk): Promise<void> {
  const waiting = await desk.officer.get<{ id: string }[]>(`${desk.path}/customers?kyc_status=in_review&limit=2`);
  for (const [index, { id }] of waiting.entries()) {
    const decision = { to: 'approved', reason: 'The passport and a bill with the address agree.' };
    await reviewed(desk, { by: 'officer', ...(index === 0 && { review: 'approve' as const }) }, () =>
      desk.officer.put(`${desk.path}/customers/${id}/kyc-status`, decision),
    );
  }
}

async function unlessDone(change: () => Promise<void>): Promise<void> {
  await change().catch((error: unknown) => {
    if (!(error instanceof BackOfficeError && DONE_BEFORE.includes(error.code))) throw error;
  });
}

/** Reports the activity that the case is about; another person approves the report. */
async function reportCase(desk: Desk, path: string, { alert_ids, reason }: { alert_ids: string[]; reason: string }) {
  const content = { kind: 'SAR', narrative: reason, indicators: ['UNUSUAL-ACTIVITY'], alert_ids, reason };
  const { id } = await desk.officer.post<{ id: string }>(`${path}/reports`, content);
  const body = { expected_version: 1, reason };
  const approve = () => desk.officer.post(`${desk.path}/reports/${id}/approve`, body);
  await reviewed(desk, { by: 'officer', review: 'approve' }, approve);
}
