import { Group, Table, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Part } from './part';

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** How well the identity is established, and what a provider decided. */
export function Identity({ risk }: { risk: Schemas['RiskView'] }) {
  const { status, provider, provider_ref, complete, consistent, checks, provider_decision } =
    risk.identity_verification;
  const open = checks.filter(({ result }) => result !== 'pass');
  return (
    <Part title="Identity check">
      <Facts
        facts={[
          ['status', <Word key="status" word={status} />],
          ['provider', provider],
          ['reference there', provider_ref],
          ['data complete', yesOrNo(complete)],
          ['data consistent', yesOrNo(consistent)],
          [
            'provider decided',
            provider_decision &&
              [provider_decision.kyc_status?.replaceAll('_', ' '), provider_decision.reason].filter(Boolean).join(': '),
          ],
        ]}
      />
      {open.length === 0 ? (
        <Text size="sm">All {checks.length} checks pass.</Text>
      ) : (
        <Table aria-label="Checks that do not pass" verticalSpacing={4}>
          <Table.Tbody>
            {open.map(({ check, result, field, detail }) => (
              <Table.Tr key={`${check}:${field}`}>
                <Table.Td w={110}>
                  <Word word={result} />
                </Table.Td>
                <Table.Td className="foreign">
                  <Group gap={4}>
                    <Text size="sm" fw={500}>
                      {field.replaceAll('_', ' ')}
                    </Text>
                    <Text size="sm">{detail}</Text>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Part>
  );
}
