import type { ComparedCheckpoint, LedgerVerification } from '@probity/contracts/ledger/views';
import { count } from '../output/count';
import { report } from '../output/report';
import { facts } from '../output/table';

/** The progress of a verification, on one line. */
export function verificationProgress({ checked, total }: LedgerVerification): string {
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * checked) / total));
  return `checked ${checked.toLocaleString('en-US')} of ${count(total, 'transaction', 'transactions')} (${percent}%)`;
}

const checkpointText = ({ source, size }: ComparedCheckpoint): string =>
  `${source === 'kept' ? 'the checkpoint that you kept' : 'the last checkpoint of the notary'}, of size ${size}`;

const agreed = (checkpoints: ComparedCheckpoint[]): [string, string][] =>
  checkpoints.map((each) => ['agrees with', checkpointText(each)]);

/** The result of a finished verification. */
export function verificationReport(verification: LedgerVerification): string {
  const { ledger_id, checked, total, head, broken, checkpoints = [] } = verification;
  if (!broken) {
    return report(
      `Ledger ${ledger_id} is intact.`,
      facts([
        ['transactions', checked.toLocaleString('en-US')],
        ['head position', head.position],
        ['head hash', head.hash],
        ...agreed(checkpoints),
      ]),
    );
  }
  const walked = `${checked.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  const isCompared = broken.check === 'checkpoint';
  return report(
    isCompared ? `Ledger ${ledger_id} is NOT proven to be what was signed.` : `Ledger ${ledger_id} is BROKEN.`,
    facts([
      ['first broken position', broken.position ?? 'none: the check concerns the whole ledger'],
      ['failed check', broken.check],
      ['problem', broken.detail],
      // A wrong hash in the tree does not say which of the transactions is the wrong one.
      ...(isCompared
        ? ([['fit each other', `${walked} transactions`], ...agreed(checkpoints)] satisfies [string, string][])
        : ([
            ['valid transactions', walked],
            ['last valid position', head.position],
            ['last valid hash', head.hash],
          ] satisfies [string, string | number][])),
    ]),
    broken.check === 'read_side' ? REPAIR_READ_SIDE : FIND_OUT,
  );
}

const REPAIR_READ_SIDE =
  'What to do: keep this report, and find out who can change the database. The events of the ledger verify up to there; ' +
  '"probity projections rebuild" makes its rows again from them. Then verify it again.';
const FIND_OUT =
  'What to do: keep this report and a copy of the database, and find out who can change it. Rebuild nothing. If Postgres or ' +
  'the event store was restored from a backup, restore a later one; otherwise restore the events from one that verifies.';
