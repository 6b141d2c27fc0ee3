import { type Columns, table } from '../../output/table';
import type { RetiredState } from './retired-topics';

/** A sentence after the list of topics, when topics of earlier versions exist. */
export const retiredNote = (names: string[]): string =>
  names.length === 0
    ? ''
    : `\n\nTopics of earlier versions still exist. They have personal data and no end of retention; see \`topics retire\`:\n${names
        .map((name) => `  ${name}`)
        .join('\n')}`;

type Row = RetiredState & { deleted: boolean };

const COLUMNS: Columns<Row> = [
  { title: 'TOPIC', value: ({ name }) => name },
  { title: 'MESSAGES', value: ({ messages }) => messages, align: 'right' },
  {
    title: 'READERS',
    value: ({ readers }) => readers.map(({ group, behind }) => `${group} (${behind} behind)`).join(', '),
  },
  { title: 'STATE', value: ({ deleted, needed }) => (deleted ? 'deleted' : (needed ?? 'can be deleted')) },
];

export const retiredReport = (topics: Row[]): string =>
  table(topics, COLUMNS, 'No topic of an earlier version exists.');
