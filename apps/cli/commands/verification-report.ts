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
        ...checkpoints.map((each): [string, string] => ['agrees with', checkpointText(each)]),
      ]),
    );
  }
  return report(
    `Ledger ${ledger_id} is BROKEN.`,
    facts([
      ['first broken position', broken.position ?? 'none: the check concerns the whole ledger'],
      ['failed check', broken.check],
      ['problem', broken.detail],
      ['valid transactions', `${checked.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`],
      ['last valid position', head.position],
      ['last valid hash', head.hash],
    ]),
  );
}
