import { Table } from '@mantine/core';

/** The titles of the columns. */
export function TableHead({ titles }: { titles: readonly string[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {titles.map((title) => (
          <Table.Th key={title} scope="col">
            {title}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
