import { signNote } from '@probity/platform/transparency/sign-note';
import type { BundleHeader } from './bundle-header';
import { reportText } from './report-text';
import { parseNote } from './signed-note';
import { type Bundle, bundleOf, verify } from './testing/bundles';
import { keyOf, LEDGER_ID, TENANT_ID } from './testing/generated-ledger';
import { verifyBundle } from './verify-bundle';

/** Changes the first line of a type; `nth` skips some. */
function changed(events: string[], type: string, change: (line: string) => string, nth = 0): string[] {
  const at = events.flatMap((line, index) => (line.endsWith(`"type":"${type}"}`) ? [index] : []))[nth]!;
  expect(change(events[at]!)).not.toBe(events[at]);
  return events.with(at, change(events[at]!));
}

const POSTED = 'TransactionPosted';
const COMMIT = 'CommitChained';

describe('a changed bundle', () => {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await bundleOf({ transactions: 25 });
  });

  it.each<[string, string, (events: string[]) => string[]]>([
    [
      'an amount',
      'content_hash',
      (all) => changed(all, POSTED, (line) => line.replace('"debit":"101"', '"debit":"102"')),
    ],
    ['a description', 'content_hash', (all) => changed(all, POSTED, (line) => line.replace('Payment', 'payment'))],
    ['a nonce', 'content_hash', (all) => changed(all, POSTED, (line) => line.replace(/"nonce":"./, '"nonce":"0'))],
    [
      'a time',
      'transaction_hash',
      (all) => changed(all, POSTED, (line) => line.replace('posted_at":"2026', 'posted_at":"2025')),
    ],
    [
      'the tenant of a transaction',
      'event',
      (all) => changed(all, POSTED, (line) => line.replace(TENANT_ID, LEDGER_ID)),
    ],
    [
      'a field that no hash covers',
      'event',
      (all) => changed(all, POSTED, (line) => line.replace('"version"', '"more":1,"version"')),
    ],
    ['white space', 'event', (all) => changed(all, POSTED, (line) => line.replace('":', '": '))],
    [
      'a second spelling of a field',
      'event',
      (all) => changed(all, POSTED, (line) => line.replace('"revision"', '"revision":1,"revision"')),
    ],
    ['the id of an event', 'event', (all) => changed(all, POSTED, (line) => line.replace('"id":"01a1', '"id":"11a1'))],
    ['the cause of an event', 'event_chain', (all) => changed(all, POSTED, (line) => line.replace('00f067', '00f068'))],
    [
      'the name of the ledger',
      'event_chain',
      (all) => changed(all, 'LedgerCreated', (line) => line.replace('Café', 'Cafe')),
    ],
    [
      'the currency of the ledger',
      'event_chain',
      (all) => changed(all, 'LedgerCreated', (line) => line.replace('EUR', 'USD')),
    ],
    [
      'the type of an account',
      'event_chain',
      (all) => changed(all, 'AccountOpened', (line) => line.replace('asset', 'equity')),
    ],
    [
      'a second opening of an account',
      'account',
      (all) =>
        all
          .toSpliced(4, 0, all[3]!.replace('"revision":3', '"revision":4'))
          .with(5, all[4]!.replace('"revision":4', '"revision":5')),
    ],
    [
      'a tree size',
      'event_chain',
      (all) => changed(all, COMMIT, (line) => line.replace('"tree_size":10', '"tree_size":11'), 2),
    ],
    [
      'a frontier',
      'tree',
      (all) => changed(all, COMMIT, (line) => line.replace(/"frontier":\["./, '"frontier":["!'), 2),
    ],
    [
      'a hash in a commit',
      'event_chain',
      (all) => changed(all, COMMIT, (line) => line.replace(/"event_hash":"./, '"event_hash":"x'), 2),
    ],
    [
      'the begin of a commit',
      'event_chain',
      (all) => changed(all, COMMIT, (line) => line.replace(/"first_revision":\d/, '"first_revision":1'), 2),
    ],
    [
      'the signature of a commit',
      'event_chain',
      (all) => changed(all, COMMIT, (line) => line.replace(/"signature":"./, '"signature":"x'), 2),
    ],
    ['a missing transaction', 'chain', (all) => all.toSpliced(30, 1)],
    ['a missing account', 'event_chain', (all) => all.toSpliced(9, 1)],
    ['a missing commit', 'event_chain', (all) => all.toSpliced(33, 1)],
    ['two swapped events', 'missing_event', (all) => all.with(4, all[5]!).with(5, all[4]!)],
    ['a missing end', 'missing_event', (all) => all.slice(0, -1)],
    ['a missing begin', 'missing_event', (all) => all.slice(1)],
    ['a line that is cut', 'event', (all) => all.with(30, all[30]!.slice(0, 100))],
    ['an empty line', 'event', (all) => all.toSpliced(30, 0, '')],
    [
      'an event that is nested too deep',
      'event',
      (all) =>
        changed(all, POSTED, (line) => line.replace('"rate":', `"deep":${'['.repeat(1e5)}${']'.repeat(1e5)},"rate":`)),
    ],
    [
      'an event of an unknown type',
      'event',
      (all) => changed(all, 'AccountOpened', (line) => line.replace('AccountOpened', 'AccountRenamed')),
    ],
    [
      'an event of another ledger',
      'event',
      (all) => changed(all, 'AccountOpened', (line) => line.replace(LEDGER_ID, TENANT_ID)),
    ],
  ])('is wrong: %s', async (_, check, change) => {
    const report = await verify({ ...bundle, events: change(bundle.events) });
    expect(report.verdict).toBe('wrong');
    expect(report.claims.some(({ proven }) => proven)).toBe(false);
    expect(report.wrong!.check).toBe(check);
    expect(reportText(report)).toContain(`${report.wrong!.check}`);
  });

  it('is wrong where its first wrong item is', async () => {
    const events = changed(bundle.events, POSTED, (line) => line.replace('Payment', 'payment'), 12);
    const { wrong, counts, head } = await verify({ ...bundle, events });
    expect(wrong).toMatchObject({ check: 'content_hash', position: 13 });
    expect(events[wrong!.revision!]).toContain('payment 13 ');
    expect([counts.transactions, head.position]).toEqual([12, 12]);
  });

  it('may have another signature of a transaction, which only Probity can check', async () => {
    const events = changed(bundle.events, POSTED, (line) => line.replace(/"signature":"./, '"signature":"x'));
    expect(await verify({ ...bundle, events })).toMatchObject({ verdict: 'proven' });
  });

  const note = (): string => bundle.header.checkpoint!;
  it.each<[string, string, () => Partial<BundleHeader>]>([
    ['a checkpoint with another size', 'checkpoint', () => ({ checkpoint: note().replace('\n25\n', '\n24\n') })],
    [
      'a checkpoint of a stranger',
      'checkpoint',
      () => ({ checkpoint: signNote(parseNote(note()).text, { name: bundle.header.origin, privateKey: keyOf(1) }) }),
    ],
    ['no note', 'checkpoint', () => ({ checkpoint: 'note' })],
    ['another ledger', 'header', () => ({ ledger_id: TENANT_ID })],
    ['another origin', 'header', () => ({ origin: 'probity/ledger/0' })],
    ['a newer version', 'header', () => ({ version: 2 as 1 })],
    ['a key that is none', 'header', () => ({ keys: ['key'] })],
    ['a field of another type', 'header', () => ({ last_revision: '50' as unknown as number })],
    ['a later last revision', 'missing_event', () => ({ last_revision: 51 })],
    ['a proof of another commit', 'tenant_log', () => ({ tenant_log: { ...bundle.header.tenant_log!, revision: 1 } })],
    ['a proof of no commit', 'tenant_log', () => ({ tenant_log: { ...bundle.header.tenant_log!, revision: 3 } })],
    [
      'a proof of a missing event',
      'tenant_log',
      () => ({ tenant_log: { ...bundle.header.tenant_log!, revision: 99 } }),
    ],
  ])('is wrong: a header with %s', async (_, check, change) => {
    const report = await verify({ ...bundle, header: { ...bundle.header, ...change() } });
    expect(report.wrong).toMatchObject({ check });
  });

  it('is wrong when the same key signed another tree, or a larger one', async () => {
    const other = await bundleOf({ transactions: 25, older: 25 });
    const { wrong } = await verify({ ...bundle, header: { ...bundle.header, checkpoint: other.header.checkpoint } });
    expect(wrong).toMatchObject({ check: 'checkpoint', position: 25 });
    const larger = await bundleOf({ transactions: 26 });
    const { wrong: cut } = await verify({
      ...bundle,
      header: { ...bundle.header, checkpoint: larger.header.checkpoint },
    });
    expect(cut!.detail).toBe('a tree of 26 transactions was signed, and the bundle has 25');
  });

  it('is wrong when it is rewritten with right hashes and the old signatures', async () => {
    const rewritten = await bundleOf({ transactions: 24 });
    const { checkpoint, tenant_log } = bundle.header;
    expect((await verify({ ...rewritten, header: { ...rewritten.header, checkpoint } })).verdict).toBe('wrong');
    expect((await verify({ ...rewritten, header: { ...rewritten.header, tenant_log } })).verdict).toBe('wrong');
  });

  it('is wrong when it is empty or no bundle', async () => {
    expect((await verifyBundle([], { trustedKeys: [] })).wrong!.detail).toBe('the bundle is empty');
    expect((await verifyBundle(['{}'], { trustedKeys: [] })).wrong!.check).toBe('header');
  });

  it('needs keys that are keys', async () => {
    await expect(verifyBundle([], { trustedKeys: ['x'] })).rejects.toMatchObject({ code: 'malformed' });
  });
});
