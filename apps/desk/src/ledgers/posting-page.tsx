import { Button, Card, Kbd, List, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, dataOf, type Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { money } from '../parts/money';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { postingQuery } from './queries';
import { ReceiptCard } from './receipt-card';
import { Outcome } from './verified';

type Posting = Schemas['StaffPosting'];

/** A posting: its entries, its place in the hash chain, its receipt, and its verification. */
export function PostingPage() {
  const { tenant, id } = useParams({ from: '/$tenant/postings/$id' });
  const may = useMay(tenant);
  const query = useQuery(postingQuery(tenant, id));
  return (
    <Loaded query={query}>
      {(posting) => (
        <Stack>
          <Title order={1} size="h3" className="foreign">
            {`Posting ${posting.transaction.reference ?? posting.transaction.id}`}
          </Title>
          <Card withBorder>
            <Title order={2} size="h5">
              Entries
            </Title>
            <Entries posting={posting} />
          </Card>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Card withBorder>
              <Title order={2} size="h5">
                Place in the chain
              </Title>
              <AboutPosting posting={posting} />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5" mb="xs">
                Receipt
              </Title>
              <ReceiptCard tenant={tenant} posting={posting} />
            </Card>
            {may('verify_ledgers') && (
              <Card withBorder>
                <Title order={2} size="h5" mb="xs">
                  Verification
                </Title>
                <VerifyPosting tenant={tenant} id={id} />
              </Card>
            )}
          </SimpleGrid>
        </Stack>
      )}
    </Loaded>
  );
}

function Entries({ posting: { transaction, entries, minor_unit_decimals } }: { posting: Posting }) {
  const amount = (minor: string) => (minor === '0' ? '' : money(minor, minor_unit_decimals));
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Account</Table.Th>
            <Table.Th scope="col" ta="right" w={180}>{`Debit (${transaction.currency})`}</Table.Th>
            <Table.Th scope="col" ta="right" w={180}>{`Credit (${transaction.currency})`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td className="foreign">
                <Text span size="sm" ff="monospace">
                  {entry.account_code}
                </Text>{' '}
                {entry.account_name}
              </Table.Td>
              <Table.Td ta="right" className="number">
                {amount(entry.debit_minor)}
              </Table.Td>
              <Table.Td ta="right" className="number">
                {amount(entry.credit_minor)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            <Table.Th ta="right" className="number">
              {amount(transaction.amount_minor)}
            </Table.Th>
            <Table.Th ta="right" className="number">
              {amount(transaction.amount_minor)}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

const AboutPosting = ({ posting: { transaction } }: { posting: Posting }) => (
  <Facts
    facts={[
      [
        'ledger',
        <To key="ledger" page="ledgers" id={transaction.ledger_id}>
          {transaction.ledger_id}
        </To>,
      ],
      ['position', transaction.hash_chain_position.toLocaleString()],
      ['posted', <When key="posted" at={transaction.posted_at} />],
      ['hash', <code key="hash">{transaction.transaction_hash}</code>],
      ['previous hash', <code key="previous">{transaction.previous_hash}</code>],
      ['id', transaction.id],
    ]}
  />
);

const CHECKS: Record<keyof Schemas['VerificationChecks'], string> = {
  content_hash_ok: 'The content has the hash that was signed',
  transaction_hash_ok: 'The hash covers the content and the position',
  signature_ok: 'The signature of the ledger’s key is valid',
  chain_ok: 'The hashes of the neighbours in the chain agree',
  double_entry_ok: 'Debits and credits are equal',
};

function VerifyPosting({ tenant, id }: { tenant: string; id: string }) {
  const verifying = useMutation({
    mutationFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/postings/{postingId}/verify', {
          params: { path: { slug: tenant, postingId: id } },
        }),
      ),
  });
  const start = () => {
    if (!verifying.isPending) verifying.mutate();
  };
  useCommands([{ keys: 'v', label: 'Verify the posting', run: start }]);
  const outcome = verifying.data;
  return (
    <Stack gap="xs" aria-live="polite">
      {outcome ? (
        <>
          <Outcome isIntact={outcome.verified} />
          <List size="sm" listStyleType="none">
            {Object.entries(CHECKS).map(([check, label]) => {
              const holds = outcome.checks[check as keyof typeof CHECKS];
              return <List.Item key={check}>{`${holds ? '✓' : '✗ fails:'} ${label}`}</List.Item>;
            })}
            <List.Item>
              {outcome.mismatches.length === 0
                ? '✓ The read side agrees with the stored event'
                : `✗ fails: the read side differs in ${outcome.mismatches.join(', ')}`}
            </List.Item>
          </List>
          <Text size="xs" c="dimmed">
            <When at={outcome.verified_at} />
          </Text>
        </>
      ) : (
        <Text size="sm">Compares the posting with its stored event, and its hashes with those of its neighbours.</Text>
      )}
      <Button
        size="xs"
        w="fit-content"
        loading={verifying.isPending}
        rightSection={<Kbd size="xs">v</Kbd>}
        onClick={start}
      >
        Verify the posting
      </Button>
    </Stack>
  );
}
