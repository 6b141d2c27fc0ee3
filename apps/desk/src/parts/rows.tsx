import { Checkbox, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCommands } from '../keys/commands';
import { useChosenRow } from './chosen-row';
import { PageButtons } from './page-buttons';
import { PAGE_SIZE } from './search';

export interface Column<Row> {
  title: string;
  /** in pixels; without it, the column takes what the others leave */
  width?: number;
  /** for numbers that people compare */
  align?: 'right';
  /** left out on a narrow screen, such as a tablet: the page of the row has it too */
  wideOnly?: boolean;
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
  open?: (row: Row) => void;
  /** what an empty list says, and what to do about it */
  empty?: string;
  page?: number;
  go?: (page: number) => void;
  /** below a list that grows instead of having pages: reads further rows */
  more?: ReactNode;
  /** the ids of the rows that a person has selected, for work on several together */
  selected?: ReadonlySet<string>;
  select?: (ids: ReadonlySet<string>) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** From this width of the window on, all columns are shown. */
const WIDE = 'lg';
/** Pixels that a column without a width needs for its words; the table scrolls before it has less. */
const LEAST_WIDTH = 180;

const leastWidth = <Row,>(columns: Column<Row>[]): number =>
  columns.reduce((sum, { width = LEAST_WIDTH, wideOnly }) => (wideOnly ? sum : sum + width), 0);

/** One page of a list, or a list that grows. The keys j and k choose a row; where rows can be selected, x selects it. */
export function Rows<Row>({
  rows,
  what,
  columns,
  idOf,
  open,
  empty = 'Nothing here matches the filters.',
  page = 1,
  go,
  more,
  selected = NONE,
  select,
}: RowsProps<Row>) {
  const shown = more === undefined ? rows.slice(0, PAGE_SIZE) : rows;
  const chosen = useChosenRow(shown.length, what, open && ((index) => open(shown[index]!)));
  const flip = (row: Row | undefined) => row !== undefined && select?.(flipped(selected, idOf(row)));
  useCommands(select ? [{ keys: 'x', label: `Select the ${what}`, run: () => flip(shown[chosen]) }] : []);
  const isAll = shown.length > 0 && shown.every((row) => selected.has(idOf(row)));
  if (shown.length === 0) {
    return (
      <>
        <Text mt="md">{empty}</Text>
        {more}
      </>
    );
  }
  return (
    <>
      <Table.ScrollContainer minWidth={leastWidth(columns)}>
        <Table highlightOnHover verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              {select && (
                <Table.Th w={36}>
                  <Checkbox
                    size="xs"
                    aria-label={`Select every ${what} of the page`}
                    checked={isAll}
                    indeterminate={selected.size > 0 && !isAll}
                    onChange={() => select(isAll ? NONE : new Set(shown.map(idOf)))}
                  />
                </Table.Th>
              )}
              {columns.map(({ title, width, align, wideOnly }) => (
                <Table.Th key={title} w={width} ta={align} scope="col" visibleFrom={wideOnly ? WIDE : undefined}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row, index) => (
              <Table.Tr key={idOf(row)} data-chosen={index === chosen || undefined}>
                {select && (
                  <Table.Td>
                    <Checkbox
                      size="xs"
                      aria-label={`Select the ${what} ${index + 1}`}
                      checked={selected.has(idOf(row))}
                      onChange={() => flip(row)}
                    />
                  </Table.Td>
                )}
                {columns.map(({ title, align, wideOnly, cell }) => (
                  <Table.Td
                    key={title}
                    ta={align}
                    className={align ? 'number' : 'foreign'}
                    visibleFrom={wideOnly ? WIDE : undefined}
                  >
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {go && <PageButtons page={page} hasNext={rows.length > PAGE_SIZE} go={go} />}
      {more}
    </>
  );
}

function flipped(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
