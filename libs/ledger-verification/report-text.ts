import type { BundleReport, WrongItem } from './bundle-report';

const VERDICTS = {
  proven: 'The bundle is proven: nothing in it is wrong, and a key that you trust has signed all of its transactions.',
  unproven: 'Nothing in the bundle is wrong, but no key that you trust has signed it. It could be invented.',
  wrong: 'The bundle is WRONG.',
};

/** The report for people. */
export function reportText(report: BundleReport): string {
  const { ledger_id, counts, head, claims, wrong } = report;
  const said = [verdictText(report), ...(wrong ? [`  ${wrongText(wrong)}`] : [])];
  if (ledger_id === null) return said.join('\n'); // it has no header: nothing is known of it
  return [
    ...said,
    '',
    `ledger    ${ledger_id}`,
    `checked   ${counts.events} events: ${counts.transactions} transactions with ${counts.entries} entries, ` +
      `${counts.accounts} accounts, ${counts.commits} commits`,
    ...(counts.events > 0 ? endOf(head) : []),
    '',
    ...claims.map(({ claim, proven, detail }) => `${(proven ? 'proven' : 'NOT proven').padEnd(12)}${claim}: ${detail}`),
  ].join('\n');
}

function verdictText({ verdict, head, signed_transactions: signed, claims }: BundleReport): string {
  if (verdict !== 'unproven' || signed === null) return VERDICTS[verdict];
  const kept = claims.find(({ claim, proven }) => claim === 'kept_checkpoints' && !proven);
  if (kept) return `Nothing in the bundle is wrong, but it does not continue what you kept: ${kept.detail}.`;
  return (
    `Nothing in the bundle is wrong, but a key that you trust has signed only ${signed} of its ${head.position} ` +
    'transactions, and the others could be invented: export the bundle again, or get a later checkpoint.'
  );
}

const endOf = ({ position, hash, root, revision, event_hash }: BundleReport['head']): string[] => [
  `head      position ${position}, ${hash}`,
  `root      ${root}`,
  `revision  ${revision}, event hash ${event_hash}`,
];

function wrongText({ check, revision, position, detail }: WrongItem): string {
  const place = [
    ...(position === null ? [] : [`transaction ${position}`]),
    ...(revision === null ? [] : [`event at revision ${revision}`]),
  ].join(', ');
  return `${check}${place === '' ? '' : ` (${place})`}: ${detail}.`;
}
