import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChosenRow } from './chosen-row';
import { PageButtons } from './page-buttons';
import { PAGE_SIZE } from './search';

export interface Column<Row> {
  title: string;
  /** in pixels; without it, the column takes what the others leave */
  width?: number;
  cell: (row: Row) => ReactNode;
}

interface RowsProps<Row> {
  /** one more than a page shows, if there is a next page */
  rows: Row[];
  /** what a row is, in the names of the keys */
  what: string;
  columns: Column<Row>[];
  idOf: (row: Row) => string;
  /** opens the chosen row with Enter; the columns hold a link for the mouse */
  open: (row: Row) => void;
  page?: number;
  go: (page: number) => void;
}

/** One page of a list, newest first. The keys j and k choose a row. */
export function Rows<Row>({ rows, what, columns, idOf, open, page = 1, go }: RowsProps<Row>) {
  const shown = rows.slice(0, PAGE_SIZE);
  const chosen = useChosenRow(shown.length, what, (index) => open(shown[index]!));
  if (shown.length === 0) return <Text mt="md">Nothing here matches the filters.</Text>;
  return (
    <>
      <Table.ScrollContainer minWidth={640}>
        <Table highlightOnHover verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, width }) => (
                <Table.Th key={title} w={width} scope="col">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row, index) => (
              <Table.Tr key={idOf(row)} data-chosen={index === chosen || undefined}>
                {columns.map(({ title, cell }) => (
                  <Table.Td key={title} className="foreign">
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <PageButtons page={page} hasNext={rows.length > PAGE_SIZE} go={go} />
    </>
  );
}
