import type { Outcome } from './queries';

const alerts = (count: number): string => (count === 1 ? '1 alert' : `${count} alerts`);

/** The outcome of a decision on several alerts: one sentence for each part. */
export const outcomeText = ({ decided, proposed, failed }: Pick<Outcome, 'decided' | 'proposed' | 'failed'>): string =>
  [
    decided.length > 0 && `Decided ${alerts(decided.length)}.`,
    proposed.length > 0 && `Proposed ${alerts(proposed.length)}: another person must approve them.`,
    failed.length > 0 && `Not decided ${alerts(failed.length)}, the first because ${failed[0]!.message}.`,
  ]
    .filter(Boolean)
    .join(' ');
