import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values. What is unknown is left out. */
export function Facts({ facts }: { facts: (readonly [name: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
  return (
    <Table withRowBorders={false} verticalSpacing={4} layout="fixed">
      <Table.Tbody>
        {known.map(([name, value], index) => (
          <Table.Tr key={index}>
            <Table.Th scope="row" w={160} fw={500} c="dimmed">
              {name}
            </Table.Th>
            <Table.Td className="foreign">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
