import type { BundleReport, WrongItem } from './bundle-report';

const VERDICTS = {
  proven: 'The bundle is proven: nothing in it is wrong, and a key that you trust has signed its checkpoint.',
  unproven: 'Nothing in the bundle is wrong, but no key that you trust has signed it. It could be invented.',
  wrong: 'The bundle is WRONG.',
};

/** The report for people. */
export function reportText({ ledger_id, verdict, counts, head, claims, wrong }: BundleReport): string {
  return [
    VERDICTS[verdict],
    ...(wrong ? [`  ${wrongText(wrong)}`] : []),
    '',
    `ledger    ${ledger_id ?? 'unknown'}`,
    `checked   ${counts.events} events: ${counts.transactions} transactions with ${counts.entries} entries, ` +
      `${counts.accounts} accounts, ${counts.commits} commits`,
    `head      position ${head.position}, ${head.hash}`,
    `root      ${head.root}`,
    `revision  ${head.revision}, event hash ${head.event_hash}`,
    '',
    ...claims.map(({ claim, proven, detail }) => `${(proven ? 'proven' : 'NOT proven').padEnd(12)}${claim}: ${detail}`),
  ].join('\n');
}

function wrongText({ check, revision, position, detail }: WrongItem): string {
  const place = [
    ...(position === null ? [] : [`transaction ${position}`]),
    ...(revision === null ? [] : [`event at revision ${revision}`]),
  ].join(', ');
  return `${check}${place === '' ? '' : ` (${place})`}: ${detail}.`;
}
