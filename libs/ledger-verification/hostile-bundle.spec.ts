import { formatHeader, MAX_KEYS } from './bundle-header';
import type { BundleReport } from './bundle-report';
import { eventText, type PlacedEvent } from './event-chain';
import { ledgerOrigin } from './origins';
import { type Bundle, bundleOf } from './testing/bundles';
import { LEDGER_ID, TRUSTED_KEY } from './testing/generated-ledger';
import { transactionHash, type TransactionLeaf } from './transaction-leaf';
import { verifyBundle } from './verify-bundle';

/** `String` of it throws. */
const NO_TEXT = { toString: 1, valueOf: 1 };
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const LONG = 'x'.repeat(1_000_000);

/** Bundles of attackers, with values that no program of Probity writes. */
describe('a hostile bundle', () => {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await bundleOf({ transactions: 3 });
  });

  const read = (...lines: string[]): Promise<BundleReport> => verifyBundle(lines, { trustedKeys: [TRUSTED_KEY] });
  const withHeader = (change: (header: string) => string): Promise<BundleReport> =>
    read(change(formatHeader(bundle.header)), ...bundle.events);
  const replaced = (fields: object): Promise<BundleReport> =>
    withHeader((header) => JSON.stringify({ ...JSON.parse(header), ...fields }));
  /** Changes the data of the first event of a type. */
  function withData(type: string, change: (data: Record<string, unknown>) => object): Promise<BundleReport> {
    const at = bundle.events.findIndex((line) => line.endsWith(`"type":"${type}"}`));
    const event = JSON.parse(bundle.events[at]!) as PlacedEvent;
    const changed = { ...event, data: change(event.data as Record<string, unknown>) };
    return read(formatHeader(bundle.header), ...bundle.events.with(at, eventText(changed)));
  }

  it.each<[string, () => object]>([
    ['checkpoint that is null', () => ({ checkpoint: null })],
    ['checkpoint that is a number', () => ({ checkpoint: 0 })],
    ['tenant log that is null', () => ({ tenant_log: null })],
    ['tenant log that is 0', () => ({ tenant_log: 0 })],
    ['tenant log that is a text', () => ({ tenant_log: 'x' })],
    ['proof that is null', () => ({ tenant_log: { ...bundle.header.tenant_log, proof: null } })],
    ['proof of no revision', () => ({ tenant_log: { proof: bundle.header.tenant_log!.proof } })],
    ['version without a text', () => ({ version: NO_TEXT })],
    ['long version', () => ({ version: LONG })],
    ['ledger that is no UUID', () => ({ ledger_id: LONG, origin: ledgerOrigin(LONG) })],
    ['tenant that is no UUID', () => ({ tenant_id: LONG })],
    ['key too many', () => ({ keys: Array<string>(MAX_KEYS + 1).fill(TRUSTED_KEY) })],
    ['long origin', () => ({ origin: LONG })],
    ['key with a long name', () => ({ keys: [`${LONG}+00000000+${TRUSTED_KEY.split('+').slice(2).join('+')}`] })],
  ])('is wrong: a header with a %s', async (_, fields) => {
    const { verdict, wrong } = await replaced(fields());
    expect([verdict, wrong!.check]).toEqual(['wrong', 'header']);
    expect(wrong!.detail.length).toBeLessThan(1_100);
  });

  it('is wrong: a header whose version is nested deep', async () => {
    const { wrong } = await withHeader((header) => header.replace('"version":1', `"version":${DEEP}`));
    expect(wrong).toMatchObject({ check: 'header', detail: expect.stringContaining('version an array;') });
  });

  it('is wrong: a transaction or a commit whose version has no text, or a long one', async () => {
    for (const version of [NO_TEXT, LONG]) {
      for (const [type, check] of [
        ['TransactionPosted', 'event'],
        ['CommitChained', 'event_chain'],
      ] as const) {
        const { wrong } = await withData(type, (data) => ({ ...data, version }));
        expect(wrong).toMatchObject({ check, detail: expect.stringMatching(/version (is )?(an object|"x{60}…");/) });
      }
    }
  });

  it.each([
    ['posted_at', 'posted_at'],
    ['hash_chain_position', 'chain'],
  ])('is wrong: a transaction with right hashes whose %s has no text', async (field, check) => {
    const { wrong } = await withData('TransactionPosted', (data) => {
      const changed = { ...data, [field]: NO_TEXT };
      return { ...changed, transaction_hash: transactionHash(changed as unknown as TransactionLeaf) };
    });
    expect(wrong).toMatchObject({ check, detail: expect.stringContaining('an object') });
  });

  it('may have as many keys as a header takes', async () => {
    const keys = Array<string>(MAX_KEYS).fill(TRUSTED_KEY);
    expect(await replaced({ keys })).toMatchObject({ verdict: 'proven' });
  });

  it.each([LONG, `${LEDGER_ID}0`, 'x'.repeat(36), ''])(
    'is wrong: an account whose id is no UUID',
    async (account_id) => {
      const at = bundle.events.findIndex((line) => line.endsWith('"type":"AccountOpened"}'));
      const event = JSON.parse(bundle.events[at]!) as PlacedEvent;
      const changed = { ...event, id: account_id, data: { ...(event.data as object), account_id } };
      const { wrong } = await read(formatHeader(bundle.header), ...bundle.events.with(at, eventText(changed)));
      expect(wrong).toMatchObject({ check: 'account', detail: expect.stringContaining('is not a UUID') });
      expect(wrong!.detail.length).toBeLessThan(200);
    },
  );

  it('is wrong: an event of a type with a long name', async () => {
    const { wrong } = await read(
      formatHeader(bundle.header),
      ...bundle.events.map((line) => line.replace('AccountOpened', LONG)),
    );
    expect(wrong).toMatchObject({ check: 'event', detail: expect.stringContaining('events of the type "x') });
    expect(wrong!.detail.length).toBeLessThan(200);
  });
});
