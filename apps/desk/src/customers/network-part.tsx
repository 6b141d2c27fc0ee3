import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { amountText } from '../alerts/transaction';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { TableHead } from '../parts/table-head';
import { networkQuery } from './activity-queries';
import { marksOf, NetworkGraph, nameOf, numbered } from './network-graph';
import { Part } from './part';

type Network = Schemas['CustomerNetwork'];

interface NetworkPartProps {
  tenant: string;
  id: string;
  customer: Schemas['Customer'];
}

/** With whom the customer has transactions, and which other customers have them with the same: drawn, and as tables. */
export function NetworkPart({ tenant, id, customer }: NetworkPartProps) {
  const query = useQuery(networkQuery(tenant, id));
  const name = customer.full_name ?? customer.business_name ?? customer.email;
  return (
    <Loaded query={query}>
      {(network) =>
        network.is_restricted ? (
          <Text size="sm">The erasure of this customer was requested. Its counterparties are not shown.</Text>
        ) : network.counterparties.length === 0 ? (
          <Text size="sm">No transaction of this customer names a counterparty.</Text>
        ) : (
          <Stack>
            <Part title="Network">
              <NetworkGraph network={network} name={name} />
              <Text size="sm" c="dimmed">
                {leftOutText(network)}
              </Text>
            </Part>
            <Part title="Counterparties">
              <Counterparties network={network} tenant={tenant} id={id} />
            </Part>
            {network.customers.length > 0 && (
              <Part title="Other customers with these counterparties">
                <Others network={network} />
              </Part>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

const grouped = (number: number): string => number.toLocaleString('en-US');

function leftOutText({ counted, is_complete, left_out }: Network): string {
  const { counterparties, transactions, without_counterparty } = left_out;
  return [
    `Counted: ${is_complete ? '' : 'the newest '}${numbered(counted, 'transaction', 'transactions')}.`,
    counterparties > 0 &&
      `Not shown: ${numbered(counterparties, 'further counterparty', 'further counterparties')} with ` +
        `${numbered(transactions, 'transaction', 'transactions')}.`,
    without_counterparty > 0 &&
      `Without a counterparty: ${numbered(without_counterparty, 'transaction', 'transactions')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const COLUMNS = ['Counterparty', 'Marks', 'Transactions', 'Received', 'Paid', 'Last', 'Shared with'];

function Counterparties({ network, tenant, id }: { network: Network; tenant: string; id: string }) {
  const currency = network.reference_currency ?? '';
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table verticalSpacing={4}>
        <TableHead titles={COLUMNS} />
        <Table.Tbody>
          {network.counterparties.map((party) => (
            <Table.Tr key={party.counterparty}>
              <Table.Td className="foreign">
                <Link
                  to="/$tenant/customers/$id"
                  params={{ tenant, id }}
                  search={{ part: 'transactions', counterparty: party.counterparty }}
                  className="inline-link"
                >
                  {nameOf(party)}
                </Link>
                {party.country !== null && `, ${party.country}`}
              </Table.Td>
              <Table.Td>{marksOf(party).replace(/^ \((.*)\)$/, '$1')}</Table.Td>
              <Table.Td className="number">
                {grouped(party.transactions)}
                {party.without_rate > 0 && ` (${grouped(party.without_rate)} without a rate)`}
              </Table.Td>
              <Table.Td className="number">{amountText(party.inbound, currency)}</Table.Td>
              <Table.Td className="number">{amountText(party.outbound, currency)}</Table.Td>
              <Table.Td>
                <When at={party.last_at} />
              </Table.Td>
              <Table.Td>{`${party.shared_with.length}${party.has_more ? ' or more' : ''}`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Others({ network: { customers, counterparties } }: { network: Network }) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing={4}>
        <TableHead titles={['Customer', 'Rating', 'Active alerts', 'Shares']} />
        <Table.Tbody>
          {customers.map((customer) => (
            <Table.Tr key={customer.id}>
              <Table.Td className="foreign">
                <To page="customers" id={customer.id}>
                  {customer.name}
                </To>
              </Table.Td>
              <Table.Td miw={110}>
                <Word word={customer.risk_rating} />
              </Table.Td>
              <Table.Td>{customer.active_alerts}</Table.Td>
              <Table.Td className="foreign">
                {counterparties
                  .filter(({ shared_with }) => shared_with.includes(customer.id))
                  .map(nameOf)
                  .join(', ')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
