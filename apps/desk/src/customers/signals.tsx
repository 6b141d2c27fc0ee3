import { Table, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { When } from '../parts/when';
import { TableHead } from '../parts/table-head';

const COLUMNS = ['When', 'Provider', 'Event', 'Identity', 'What it did', 'Reason'];

/** What providers reported about the customer, newest first. */
export function Signals({ signals }: { signals: Schemas['ProviderSignal'][] }) {
  if (signals.length === 0) return <Text size="sm">None.</Text>;
  return (
    <Table.ScrollContainer minWidth={640} mah={360}>
      <Table verticalSpacing={4}>
        <TableHead titles={COLUMNS} />
        <Table.Tbody>
          {signals.map((signal) => (
            <Table.Tr key={signal.signal_id}>
              <Table.Td>
                <When at={signal.occurred_at} />
              </Table.Td>
              <Table.Td className="foreign">{signal.plugin}</Table.Td>
              <Table.Td className="foreign">{signal.event_source}</Table.Td>
              <Table.Td>{signal.kyc_status && <Word word={signal.kyc_status} />}</Table.Td>
              <Table.Td>{signal.effect.replaceAll('_', ' ')}</Table.Td>
              <Table.Td className="foreign">{signal.reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
