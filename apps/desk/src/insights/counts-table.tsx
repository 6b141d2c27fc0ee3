import { Button, Card, Group, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AlertFilters } from '../alerts/filters';
import { AlertsLink } from '../alerts/alerts-link';
import { useTenant } from '../parts/use-tenant';
import { saveCsv } from '../parts/save-file';

export interface Counted<Row> {
  title: string;
  /** the title in a file, if it differs */
  file?: string;
  /** what a file has; a number above zero leads to its alerts */
  value: (row: Row) => string | number;
  shown?: (row: Row) => ReactNode;
  /** the alerts that a number counts */
  alerts?: (row: Row) => AlertFilters;
}

interface CountsTableProps<Row> {
  title: string;
  /** what the numbers mean, if the titles do not say it */
  about?: string;
  /** of the file */
  name: string;
  rows: Row[];
  columns: Counted<Row>[];
  nothing: string;
  children?: ReactNode;
}

/** Numbers that lead to their alerts, with a file of them. */
export function CountsTable<Row>({ title, about, name, rows, columns, nothing, children }: CountsTableProps<Row>) {
  const save = () =>
    saveCsv(`${name}.csv`, [
      columns.map(({ title: shown, file = shown }) => file),
      ...rows.map((row) => columns.map(({ value }) => value(row))),
    ]);
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {rows.length > 0 && (
          <Button size="compact-xs" variant="default" onClick={save} aria-label={`Save ${title} as CSV`}>
            CSV
          </Button>
        )}
      </Group>
      {about && (
        <Text size="xs" c="dimmed" mb="xs">
          {about}
        </Text>
      )}
      {children}
      {children === undefined && rows.length === 0 && <Text size="sm">{nothing}</Text>}
      {children === undefined && rows.length > 0 && <Rows title={title} rows={rows} columns={columns} />}
    </Card>
  );
}

function Rows<Row>({ title, rows, columns }: { title: string; rows: Row[]; columns: Counted<Row>[] }) {
  const tenant = useTenant();
  return (
    <Table.ScrollContainer minWidth={320} mah={420}>
      <Table verticalSpacing={4} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title} scope="col">
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {columns.map((column) => (
                <Table.Td key={column.title} className="foreign">
                  <Cell tenant={tenant} row={row} column={column} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Cell<Row>({ tenant, row, column }: { tenant: string; row: Row; column: Counted<Row> }) {
  const { value, shown, alerts } = column;
  if (shown) return <>{shown(row)}</>;
  const given = value(row);
  if (typeof given === 'string') return <>{given}</>;
  const text = given.toLocaleString('en-US');
  return given === 0 || !alerts ? <>{text}</> : <AlertsLink tenant={tenant} filters={alerts(row)} text={text} />;
}
