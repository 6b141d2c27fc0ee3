import type { LedgerVerification } from '@probity/contracts/ledger/views';
import { verificationProgress, verificationReport } from './verification-report';

const INTACT: LedgerVerification = {
  ledger_id: 'the-ledger',
  done: true,
  checked: 12_000,
  total: 12_000,
  verified: true,
  head: { position: 12_000, hash: 'ab'.repeat(32) },
  broken: null,
};

describe('the report of a verification', () => {
  it('gives the count and the head of an intact ledger', () => {
    expect(verificationReport(INTACT)).toBe(`Ledger the-ledger is intact.

  transactions   12,000
  head position  12000
  head hash      ${'ab'.repeat(32)}`);
  });

  it('says with which checkpoints the ledger agrees', () => {
    const report = verificationReport({ ...INTACT, checkpoints: [{ source: 'kept', size: 11_000 }] });
    expect(report).toMatch(/ agrees with +the checkpoint that you kept, of size 11000$/);
  });

  it('gives the first broken position and the failed check', () => {
    const broken = { position: 8, check: 'signature_ok', detail: 'its signature does not hold' };
    const head = { position: 7, hash: 'cd'.repeat(32) };
    const report = verificationReport({ ...INTACT, checked: 7, verified: false, head, broken });
    expect(report).toBe(`Ledger the-ledger is BROKEN.

  first broken position  8
  failed check           signature_ok
  problem                its signature does not hold
  valid transactions     7 of 12,000
  last valid position    7
  last valid hash        ${'cd'.repeat(32)}

What to do: keep this report and a copy of the database, and find out who can change it. Rebuild nothing. If Postgres or the event store was restored from a backup, restore a later one; otherwise restore the events from one that verifies.`);
  });

  it('suggests a rebuild only if the events verify', () => {
    const broken = {
      position: null,
      check: 'read_side',
      detail: 'the row of the ledger differs from its event in name',
    };
    expect(verificationReport({ ...INTACT, verified: false, broken })).toContain('"probity projections rebuild" makes');
  });

  it('calls no transaction valid that a signed checkpoint contradicts', () => {
    const broken = {
      position: null,
      check: 'checkpoint',
      detail: 'transactions 6 to 9 are not those of a checkpoint that was kept elsewhere, of size 9',
    };
    const report = verificationReport({
      ...INTACT,
      checked: 9,
      verified: false,
      broken,
      checkpoints: [{ source: 'notary', size: 5 }],
    });
    expect(report).toContain(`Ledger the-ledger is NOT proven to be what was signed.

  first broken position  none: the check concerns the whole ledger
  failed check           checkpoint
  problem                transactions 6 to 9 are not those of a checkpoint that was kept elsewhere, of size 9
  fit each other         9 of 12,000 transactions
  agrees with            the last checkpoint of the notary, of size 5`);
  });

  it('says when the failed check concerns the whole ledger', () => {
    const broken = { position: null, check: 'balances', detail: 'the totals differ' };
    expect(verificationReport({ ...INTACT, verified: false, broken })).toMatch(
      /first broken position +none: the check concerns the whole ledger\n +failed check +balances/,
    );
  });
});

describe('the progress of a verification', () => {
  it.each([
    [0, 0, 'checked 0 of 0 transactions (100%)'],
    [1, 1, 'checked 1 of 1 transaction (100%)'],
    [1_999, 2_000, 'checked 1,999 of 2,000 transactions (99%)'],
  ])('with %i of %i', (checked, total, text) => {
    expect(verificationProgress({ ...INTACT, checked, total })).toBe(text);
  });
});
