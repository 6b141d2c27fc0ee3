import { Table } from '@mantine/core';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { When } from '../parts/when';
import { TableHead } from '../parts/table-head';

const STATUS = { open: 'running', sealed: 'running', refused: 'rejected', finished: 'finished' } as const;
const NUMBERS = ['received', 'version', 'added', 'changed', 'removed', 'skipped', 'malformed', 'odd'] as const;
const grouped = (number: number | null): string => number?.toLocaleString('en-US') ?? '';

/** What each import of a list changed, and what the program reported that read the files. */
export const ImportsTable = ({ imports }: { imports: Schemas['WatchlistImport'][] }) => (
  <Table.ScrollContainer minWidth={640}>
    <Table verticalSpacing={6} aria-label="Imports">
      <TableHead
        titles={[
          'Begun',
          'Status',
          'By',
          'Received',
          'Version',
          'Added',
          'Changed',
          'Removed',
          'Skipped',
          'Malformed',
          'Odd',
        ]}
      />
      <Table.Tbody>
        {imports.map(({ import_id, begun_at, status, officer, ...numbers }) => (
          <Table.Tr key={import_id}>
            <Table.Td>
              <When at={begun_at} />
            </Table.Td>
            <Table.Td>
              <Word word={STATUS[status]} />
            </Table.Td>
            <Table.Td className="foreign">{officer}</Table.Td>
            {NUMBERS.map((name) => (
              <Table.Td key={name}>{grouped(numbers[name])}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
