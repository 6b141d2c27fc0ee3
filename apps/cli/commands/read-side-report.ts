import type { DifferingTable, ReadSideVerification } from '@probity/contracts/projections/verification';
import { count } from '../output/count';
import { report } from '../output/report';
import { type Columns, indentedTable } from '../output/table';

/** The progress of a verification of the read side, on one line. */
export const readSideProgress = ({ kind, ...soFar }: ReadSideVerification): string =>
  `comparing ${kind ?? 'the read side'}: ${compared(soFar)}`;

/** The result of a finished verification. */
export function readSideReport(verification: ReadSideVerification): string {
  const { differences, unprojected, first_unprojected, tables, erased, verified } = verification;
  const found = [
    ...(differences > 0 ? [`${count(differences, 'row differs', 'rows differ')}`] : []),
    ...(unprojected > 0 ? [`${count(unprojected, 'stream', 'streams')} cannot be projected`] : []),
  ];
  return report(
    verified
      ? 'The read side agrees with the events.'
      : `The read side does NOT agree with the events: ${found.join(', and ')}.`,
    `Compared ${compared(verification)}.`,
    erased > 0
      ? `Personal data of ${count(erased, 'object', 'objects')} was erased: only their presence was compared.`
      : '',
    indentedTable(tables, COLUMNS),
    listed('Some of the objects:', tables.flatMap(namesOf)),
    listed('Streams that cannot be projected:', first_unprojected),
  );
}

const COLUMNS: Columns<DifferingTable> = [
  { title: 'TABLE', value: (row) => row.table },
  { title: 'DIFFER', value: (row) => shown(row.changed), align: 'right' },
  { title: 'MISSING', value: (row) => shown(row.missing), align: 'right' },
  { title: 'UNEXPLAINED', value: (row) => shown(row.unexplained), align: 'right' },
];

const namesOf = ({ table, first }: DifferingTable): string[] =>
  first.map(({ problem, stream, fields }) => `${table}: ${stream}, ${fields.length > 0 ? fields.join(', ') : problem}`);

const listed = (title: string, lines: string[]): string =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `  - ${line}`)].join('\n');

const shown = (value: number): string => value.toLocaleString('en-US');
const compared = ({ streams, events, differences }: Omit<ReadSideVerification, 'kind'>): string =>
  `${count(streams, 'object', 'objects')} with ${count(events, 'event', 'events')}, ${count(differences, 'difference', 'differences')}`;
