import { randomUUID } from 'node:crypto';
import {
  approveReport,
  changeReport,
  discardReport,
  draftReport,
  fileReport,
  recordReportExport,
  recordTemplateExport,
} from '@probity/contracts/activity-reports/commands';
import { openCase } from '@probity/contracts/cases/commands';
import { reportStream } from '@probity/contracts/activity-reports/events';
import { canonicalHash } from '@probity/platform/canonical-json';
import { aReport } from '@probity/activity-reports/testing/reported';
import { ReportQueries } from '@probity/read-side/activity-reports/report-queries';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';

let service: CustomerRiskFixture;
let queries: ReportQueries;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
  queries = new ReportQueries(service.database.owner);
});
afterAll(() => service.stop());

const BY = { officer: 'Ann Lee', officer_id: '0190b6b0-0000-7000-8000-0000000000aa', reason: 'the review' };
const CONTENT = {
  kind: 'SAR' as const,
  narrative: 'Mr Quill moved money for others.',
  measures: '',
  indicators: ['MULE'],
  event_ids: [],
  alert_ids: [] as string[],
};
const { facts } = aReport({ transactions: [] });
const SHA = 'a'.repeat(64);

interface Drafted {
  tenant_id: string;
  report_id: string;
  case_id: string;
  customer_id: string;
}

async function aCase(): Promise<Omit<Drafted, 'report_id'>> {
  const { id: customer_id } = await service.create();
  const about = { tenant_id: service.tenantId, case_id: randomUUID(), customer_id };
  await service.commands.send(openCase, { ...about, ...BY, title: 'Mule', alert_ids: [] });
  return about;
}
async function drafted(): Promise<Drafted> {
  const { customer_id, ...about } = await aCase();
  const report_id = randomUUID();
  await service.commands.send(draftReport, { ...about, report_id, ...CONTENT, ...BY });
  return { ...about, report_id, customer_id };
}
const the = ({ tenant_id, report_id }: Drafted) => ({ tenant_id, report_id, ...BY });
const approve = (about: Drafted, more: object = {}) =>
  service.commands.send(approveReport, { ...the(about), version: 1, facts, ...more });
const discard = (about: Drafted, version = 1, more: object = {}) =>
  service.commands.send(discardReport, { ...the(about), version, ...more });
const today = () => new Date().toISOString().slice(0, 10);
const file = (about: Drafted, more: object = {}) =>
  service.commands.send(fileReport, { ...the(about), reference: 'FIU-1', filed_on: today(), ...more });
const change = (about: Drafted, expected_version: number, more: object = {}) =>
  service.commands.send(changeReport, { ...the(about), ...CONTENT, expected_version, ...more });

describe('a report of suspicious activity', () => {
  it('goes from the draft to the reference of the authority', async () => {
    const about = await drafted();
    expect(await change(about, 1, { narrative: 'Clearer.' })).toMatchObject({ version: 2, narrative: 'Clearer.' });
    expect(await approve(about, { version: 2 })).toMatchObject({ status: 'approved', approved_by: 'Ann Lee' });
    const exported = { ...the(about), format: 'pdf' as const, sha256: SHA, bytes: 10 };
    await service.commands.send(recordReportExport, exported);
    const filed = await file(about);
    expect(filed).toMatchObject({ status: 'filed', reference: 'FIU-1', filed_on: today(), version: 2 });
    expect(filed.entries.map(({ what }) => what)).toEqual(['drafted', 'changed', 'approved', 'exported_pdf', 'filed']);
    expect(await queries.approvedFacts(about.tenant_id, about.report_id)).toEqual(facts);
    const { rows } = await service.database.owner.query<{ action: string; data: object }>(
      'SELECT action, data FROM customer_risk.audit_events WHERE subject_id = $1 ORDER BY at, id',
      [about.report_id],
    );
    expect(rows.map(({ action }) => action).sort()).toEqual(
      ['report.drafted', 'report.changed', 'report.approved', 'report.exported', 'report.filed'].sort(),
    );
    expect(rows.find(({ action }) => action === 'report.exported')!.data).toMatchObject({ format: 'pdf', sha256: SHA });
  });

  it('keeps with each export which version of a template made it', async () => {
    const about = await drafted();
    const template = {
      ...{ template_id: randomUUID(), version: 3, name: 'Letter', media_type: 'text/plain' as const },
      sha256: 'b'.repeat(64),
    };
    const request = { ...the(about), template, sha256: SHA, bytes: 10 };
    const exported = (more: object = {}) => service.commands.send(recordTemplateExport, { ...request, ...more });
    await expect(exported()).rejects.toMatchObject({ code: 'report_not_approved' });
    await approve(about);
    await exported();
    await exported();
    const { entries } = await exported({ template: { ...template, version: 4 } });
    expect(entries.map(({ what }) => what).filter((what) => what === 'exported_by_template')).toHaveLength(2);
    const { rows } = await service.database.owner.query<{ data: object }>(
      "SELECT data FROM customer_risk.audit_events WHERE subject_id = $1 AND action = 'report.exported' ORDER BY at, id",
      [about.report_id],
    );
    expect(rows.map(({ data }) => data)).toMatchObject([
      { template, sha256: SHA, bytes: 10 },
      { template: { ...template, version: 4 } },
    ]);
  });

  it('is changed only by who saw its version', async () => {
    const about = await drafted();
    await change(about, 1, { narrative: 'First.' });
    await expect(change(about, 1, { narrative: 'Second.' })).rejects.toMatchObject({
      code: 'report_changed',
      message: expect.stringContaining('has version 2') as string,
    });
    await expect(approve(about)).rejects.toMatchObject({ code: 'report_changed' });
    // A repeated command finds its own change.
    expect(await change(about, 1, { narrative: 'First.' })).toMatchObject({ version: 2 });
  });

  it('does not change after its approval; a new report names it', async () => {
    const about = await drafted();
    const again = (replaces: string) =>
      service.commands.send(draftReport, {
        ...the(about),
        ...CONTENT,
        case_id: about.case_id,
        report_id: randomUUID(),
        replaces,
      });
    await expect(again(about.report_id)).rejects.toMatchObject({ code: 'report_not_approved' });
    await approve(about);
    await expect(change(about, 1, { narrative: 'Other.' })).rejects.toMatchObject({ code: 'report_approved' });
    expect(await again(about.report_id)).toMatchObject({ status: 'draft', replaces: about.report_id });
    const other = await drafted();
    await approve(other);
    await expect(again(other.report_id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is approved only as it was reviewed', async () => {
    const about = await drafted();
    const reviewed = canonicalHash({ version: 1, facts: { ...facts, alerts: [{}] } });
    await expect(approve(about, { reviewed })).rejects.toMatchObject({ code: 'proposal_outdated' });
    expect(await approve(about, { reviewed: canonicalHash({ version: 1, facts }) })).toMatchObject({
      status: 'approved',
    });
  });

  it('names who approved it and who proposed it, in its history and in the audit trail', async () => {
    const about = await drafted();
    const proposed = { ...BY, reason: 'complete', at: '2026-03-01T08:00:00.000Z' };
    const approver = { officer: 'Bea Reyes', officer_id: '0190b6b0-0000-7000-8000-0000000000bb', reason: 'I read it' };
    const approved = await approve(about, { ...approver, proposed });
    expect(approved).toMatchObject({ approved_by: 'Bea Reyes', proposed_by: 'Ann Lee' });
    expect(approved.entries.slice(1)).toEqual([
      { what: 'proposed', text: 'complete', officer: 'Ann Lee', officer_id: BY.officer_id, at: proposed.at },
      {
        ...{ what: 'approved', text: 'I read it', officer: 'Bea Reyes', officer_id: approver.officer_id },
        at: approved.approved_at,
      },
    ]);
    const trail = await service.audit.events(about.tenant_id, PAGE, { subject_id: about.report_id });
    expect(trail.find(({ action }) => action === 'report.approved')).toMatchObject({
      ...{ actor: `staff:${approver.officer_id}`, reason: 'I read it' },
      data: { proposed_by: `staff:${BY.officer_id}` },
    });
    const { rows } = await service.database.owner.query<{ data: string }>(
      'SELECT data::text FROM event_store.events WHERE stream = $1',
      [reportStream(about.report_id)],
    );
    for (const reason of ['complete', 'I read it']) expect(rows.map(({ data }) => data).join()).not.toContain(reason);
    expect(await approve(about, { ...approver, proposed })).toEqual(approved);
  });

  it('is given up as a draft, and then stays as it is', async () => {
    const about = await drafted();
    await change(about, 1, { narrative: 'Clearer.' });
    await expect(discard(about, 1)).rejects.toMatchObject({ code: 'report_changed' });
    const discarded = await discard(about, 2);
    expect(discarded).toMatchObject({ status: 'discarded', narrative: 'Clearer.', version: 2 });
    expect(discarded.entries.at(-1)).toMatchObject({ what: 'discarded', text: BY.reason, officer: 'Ann Lee' });
    expect(await discard(about, 2)).toEqual(discarded);
    const again = {
      ...the(about),
      ...CONTENT,
      case_id: about.case_id,
      report_id: randomUUID(),
      replaces: about.report_id,
    };
    const exported = { ...the(about), format: 'pdf' as const, sha256: SHA, bytes: 10 };
    const rejected = [
      ...[
        discard(about, 2, { officer_id: randomUUID() }),
        change(about, 2),
        approve(about, { version: 2 }),
        file(about),
      ],
      ...[service.commands.send(recordReportExport, exported), service.commands.send(draftReport, again)],
    ];
    for (const one of rejected) await expect(one).rejects.toMatchObject({ code: 'report_discarded' });
    const trail = await service.audit.events(about.tenant_id, PAGE, { subject_id: about.report_id });
    expect(trail.map(({ action }) => action)).toContain('report.discarded');
    const approved = await drafted();
    await approve(approved);
    await expect(discard(approved)).rejects.toMatchObject({ code: 'report_approved' });
    await expect(discard({ ...about, tenant_id: randomUUID() }, 2)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is not exported or filed before its approval, and filed once', async () => {
    const about = await drafted();
    await expect(file(about)).rejects.toMatchObject({ code: 'report_not_approved' });
    const exported = { ...the(about), format: 'goaml' as const, sha256: SHA, bytes: 10 };
    await expect(service.commands.send(recordReportExport, exported)).rejects.toMatchObject({
      code: 'report_not_approved',
    });
    await approve(about);
    expect(await approve(about)).toMatchObject({ status: 'approved' });
    await service.commands.send(recordReportExport, exported);
    const { entries } = await service.commands.send(recordReportExport, exported);
    expect(entries.filter(({ what }) => what === 'approved' || what === 'exported_goaml')).toHaveLength(2);
    await expect(file(about, { filed_on: '2999-01-01' })).rejects.toMatchObject({ code: 'invalid_field' });
    await expect(file(about, { filed_on: '2026-03-02' })).rejects.toMatchObject({
      code: 'invalid_field',
      message: expect.stringMatching(/before .*, the day of the approval/) as string,
    });
    await file(about);
    expect(await file(about)).toMatchObject({ status: 'filed' });
    await expect(file(about, { reference: 'FIU-2' })).rejects.toMatchObject({ code: 'report_filed' });
  });

  it('includes only alerts of its case, and is found only in its tenant', async () => {
    const { customer_id: _, ...about } = await aCase();
    const foreign = { ...CONTENT, alert_ids: [randomUUID()] };
    await expect(
      service.commands.send(draftReport, { ...about, report_id: randomUUID(), ...foreign, ...BY }),
    ).rejects.toMatchObject({ kind: 'not_found' });
    const mine = await drafted();
    await expect(approve({ ...mine, tenant_id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await queries.reports(randomUUID(), PAGE, { case_id: mine.case_id })).toEqual([]);
    expect(await queries.reports(mine.tenant_id, PAGE, { case_id: mine.case_id })).toHaveLength(1);
  });

  it('has its personal data sealed in events', async () => {
    const about = await drafted();
    await approve(about);
    await file(about);
    const { rows } = await service.database.owner.query<{ data: string }>(
      'SELECT data::text FROM event_store.events WHERE stream = $1',
      [reportStream(about.report_id)],
    );
    const stored = rows.map(({ data }) => data).join();
    for (const text of ['Quill', 'Amira Haddad', 'the review', 'FIU-1']) expect(stored).not.toContain(text);
  });
});
