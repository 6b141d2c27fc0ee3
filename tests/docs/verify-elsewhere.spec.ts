import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BundleHeader, formatHeader } from '@probity/ledger-verification/bundle-header';
import { type Bundle, bundleOf } from '@probity/ledger-verification/testing/bundles';
import {
  GeneratedLedger,
  LEDGER_ID,
  STRANGER_KEY,
  TENANT_ID,
  TRUSTED_KEY,
} from '@probity/ledger-verification/testing/generated-ledger';
import type { Receipt } from '@probity/ledger-verification/receipt';
import { programsOfGuide } from './programs-of-guide';

const { verify: program } = programsOfGuide();
const hasPython = spawnSync('python3', ['--version']).status === 0;

it('the verifier of the guide has fewer than 150 lines', () => {
  expect(program.split('\n').length).toBeLessThan(150);
});

/** Skipped without python3. */
(hasPython ? describe : describe.skip)('the verifier of the guide, with python3', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-elsewhere-'));
  const script = join(folder, 'verify.py');
  let bundle: Bundle;
  let ledger: GeneratedLedger;

  beforeAll(async () => {
    writeFileSync(script, program);
    bundle = await bundleOf({ transactions: 25, older: 8 });
    ledger = new GeneratedLedger({ transactions: 25 });
    for (const line of ledger.lines()) void line;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(...words: string[]) {
    const { status, stdout, stderr } = spawnSync('python3', [script, ...words], { encoding: 'utf8' });
    return { status, text: stdout + stderr };
  }
  function verify(kind: 'bundle' | 'receipt', content: string | Buffer, key = TRUSTED_KEY) {
    const file = join(folder, 'file');
    writeFileSync(file, content);
    return run(key, kind, file);
  }
  const textOf = ({ header, events }: Bundle): string => `${[formatHeader(header), ...events].join('\n')}\n`;
  const rejected = { status: 1, text: expect.stringMatching(/^WRONG: /) };

  it('proves a bundle, also a compressed one', () => {
    const proven = {
      status: 0,
      text: expect.stringMatching(/^proven: 25 of 25 transactions .* events up to revision 49\n/),
    };
    expect(verify('bundle', textOf(bundle))).toEqual(proven);
    expect(verify('bundle', gzipSync(textOf(bundle)))).toEqual(proven);
  });

  it('rejects a bundle without its key', () => {
    expect(verify('bundle', textOf(bundle), STRANGER_KEY)).toEqual(rejected);
  });

  it('takes several keys, of which one has signed', () => {
    for (const keys of [`${STRANGER_KEY},${TRUSTED_KEY}`, `${TRUSTED_KEY},${STRANGER_KEY}`])
      expect(verify('bundle', textOf(bundle), keys)).toMatchObject({ status: 0 });
  });

  it.each<[string, string[]]>([
    ['nothing', []],
    ['no file', [TRUSTED_KEY, 'bundle']],
    ['another kind', [TRUSTED_KEY, 'ledger', 'file']],
    ['no key', ['key', 'bundle', 'file']],
    ['a key with another character', [TRUSTED_KEY.replace(/..$/, 'AA'), 'bundle', 'file']],
    ['a key and no key', [`${TRUSTED_KEY},`, 'bundle', 'file']],
  ])('shows its usage when it gets %s', (_, words) => {
    expect(run(...words)).toEqual({ status: 2, text: expect.stringContaining('usage: verify.py <key>') });
  });

  it('says which files it cannot open, and verifies the others', () => {
    const [missing, cut, whole] = [join(folder, 'missing'), join(folder, 'cut'), join(folder, 'whole')];
    writeFileSync(cut, gzipSync(textOf(bundle)).subarray(0, 3_000));
    writeFileSync(whole, textOf(bundle));
    expect(run(TRUSTED_KEY, 'bundle', missing, whole)).toMatchObject({ status: 2 });
    const { status, text } = run(TRUSTED_KEY, 'bundle', missing, cut, whole);
    expect(status).toBe(1);
    const lines = [`UNREADABLE: ${missing}: `, `WRONG: ${cut}: `, 'proven: 25 of 25'];
    expect(text.trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringContaining(line)));
    writeFileSync(whole, '');
    expect(run(TRUSTED_KEY, 'bundle', missing, whole)).toMatchObject({ status: 1 });
  });

  it('takes a compressed file with a changed byte for wrong, wherever it is', () => {
    const whole = gzipSync(textOf(bundle));
    for (const at of [0.2, 0.5, 0.9, 0.999]) {
      const changed = Buffer.from(whole);
      changed[Math.floor(whole.length * at)]! ^= 1;
      expect(verify('bundle', changed)).toEqual(rejected);
    }
  });

  it.each<[string, (all: string) => string]>([
    ['amount', (all) => all.replace('"debit":"101"', '"debit":"102"')],
    ['description', (all) => all.replace('Payment 20', 'payment 20')],
    ['nonce', (all) => all.replace(/"nonce":"../, '"nonce":"zz')],
    ['time', (all) => all.replace('posted_at":"2026', 'posted_at":"2025')],
    ['field that no hash covers', (all) => all.replace('"version":1},"id"', '"version":1,"x":1},"id"')],
    ['cause of an event', (all) => all.replace('00f067', '00f068')],
    ['name of the ledger', (all) => all.replace('Café', 'Cafe')],
    ['type of an account', (all) => all.replace('asset', 'equity')],
    ['event hash', (all) => all.replace(/"event_hash":"../, '"event_hash":"zz')],
    ['tree size', (all) => all.replace('"tree_size":8', '"tree_size":9')],
    ['frontier', (all) => all.replace(/"frontier":\["../, '"frontier":["//')],
    ['begin of a commit', (all) => all.replace(/"first_revision":[1-9]/, '"first_revision":7')],
    ['signature of a commit', (all) => all.replace(/("frontier".*"signature":")../, '$1zz')],
    ['white space', (all) => all.replaceAll('":"EUR"', '": "EUR"')],
    ['type of an event', (all) => all.replace('AccountOpened', 'AccountRenamed')],
    [
      'ledger in an event',
      (all) =>
        all.replace(`"ledger_id":"${LEDGER_ID}","name":"Account 3"`, `"ledger_id":"${TENANT_ID}","name":"Account 3"`),
    ],
  ])('rejects a bundle with another %s', (_, change) => {
    const changed = change(textOf(bundle));
    expect(changed).not.toBe(textOf(bundle));
    expect(verify('bundle', changed)).toEqual(rejected);
  });

  it.each<[string, (events: string[]) => string[]]>([
    ['begin', (events) => events.slice(1)],
    ['end', (events) => events.slice(0, -1)],
    ['account', (events) => events.toSpliced(4, 1)],
    ['transaction', (events) => events.toSpliced(30, 1)],
    ['line', (events) => events.with(30, '')],
    ['order', (events) => events.with(4, events[5]!).with(5, events[4]!)],
  ])('rejects a bundle whose %s is missing', (_, change) => {
    expect(verify('bundle', textOf({ ...bundle, events: change(bundle.events) }))).toEqual(rejected);
  });

  it('rejects a bundle with another header', async () => {
    const other = (await bundleOf({ transactions: 25, checkpointed: 24 })).header;
    const changes: Partial<BundleHeader>[] = [
      { checkpoint: undefined },
      { checkpoint: other.checkpoint },
      { checkpoint: bundle.header.checkpoint!.replace('\n25\n', '\n24\n') },
      { tenant_log: other.tenant_log },
      { tenant_log: { ...bundle.header.tenant_log!, revision: 28 } },
      { last_revision: 50 },
      { ledger_id: TENANT_ID },
    ];
    for (const change of changes) {
      expect(verify('bundle', textOf({ ...bundle, header: { ...bundle.header, ...change } }))).toEqual(rejected);
    }
  });

  it('rejects a bundle with an account whose id is long', () => {
    const at = bundle.events.findIndex((line) => line.includes('AccountOpened'));
    const long = bundle.events[at]!.replace('"account_id":"', `"account_id":"${'0'.repeat(1_000_000)}`);
    const { status, text } = verify('bundle', textOf({ ...bundle, events: bundle.events.with(at, long) }));
    expect(status).toBe(1);
    expect(text).toContain('revision 1: the id of an account is long');
  });

  it('rejects a bundle whose checkpoint signs only some of its transactions', async () => {
    for (const checkpointed of [0, 13, 24]) {
      const early = textOf(await bundleOf({ transactions: 25, checkpointed }));
      const said = `only ${checkpointed} of 25 transactions are signed: export again, or get a later checkpoint`;
      expect(verify('bundle', early)).toEqual({ status: 1, text: expect.stringContaining(said) });
    }
  });

  it('proves a bundle without transactions', async () => {
    const { header, events } = await bundleOf({ transactions: 0 });
    expect(verify('bundle', textOf({ header, events }))).toMatchObject({ status: 0 });
    const { checkpoint } = bundle.header;
    expect(verify('bundle', textOf({ header: { ...header, checkpoint }, events }))).toEqual(rejected);
  });

  it('says that accounts could be invented without the log of the tenant', () => {
    const { tenant_log: _, ...header } = bundle.header;
    const said = 'the log of the tenant has nothing, so accounts could be invented';
    expect(verify('bundle', textOf({ ...bundle, header }))).toEqual({ status: 0, text: expect.stringContaining(said) });
  });

  it('proves a receipt', async () => {
    for (const position of [1, 7, 24, 25]) {
      const proven = { status: 0, text: `proven: position ${position} of ledger ${LEDGER_ID}\n` };
      const receipt = await ledger.receipt(position);
      for (const response of [receipt, { data: receipt }, { data: { transaction: {}, receipt } }])
        expect(verify('receipt', JSON.stringify(response, null, 2))).toEqual(proven);
    }
  });

  it.each<[string, (receipt: Receipt, other: Receipt) => object]>([
    ['payload', ({ leaf, proof }, other) => ({ leaf, proof, payload: other.payload })],
    ['proof', ({ leaf, payload }, other) => ({ leaf, payload, proof: other.proof })],
    ['position', ({ leaf, ...rest }) => ({ ...rest, leaf: { ...leaf, hash_chain_position: 8 } })],
    ['version', ({ leaf, ...rest }) => ({ ...rest, leaf: { ...leaf, version: 2 } })],
    ['field', ({ leaf, ...rest }) => ({ ...rest, leaf: { ...leaf, amount: 1 } })],
    ['index', ({ proof, ...rest }) => ({ ...rest, proof: proof.replace('index 6', 'index 7') })],
    ['tree size', ({ proof, ...rest }) => ({ ...rest, proof: proof.replace('\n25\n', '\n26\n') })],
    ['hash', ({ proof, ...rest }) => ({ ...rest, proof: proof.replace(/index 6\n../, 'index 6\n//') })],
    ['signature', ({ proof, ...rest }) => ({ ...rest, proof: proof.replace(/....=\n$/, 'AAA=\n') })],
  ])('rejects a receipt with another %s', async (_, change) => {
    const receipt = await ledger.receipt(7);
    expect(verify('receipt', JSON.stringify(change(receipt, await ledger.receipt(9))))).toEqual(rejected);
  });

  it('rejects a receipt without its key', async () => {
    expect(verify('receipt', JSON.stringify(await ledger.receipt(7)), STRANGER_KEY)).toEqual(rejected);
  });
});
