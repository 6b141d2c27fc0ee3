import { Card, Group, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { Accounts } from './accounts';
import { LEDGER_VIEWS, type LedgerFilters } from './filters';
import { LedgerCheckpoint } from './ledger-checkpoint';
import { LedgerProblem } from './ledger-problem';
import { ledgerQuery } from './queries';
import { Transactions } from './transactions';
import { Verifications } from './verifications';
import { VerifyLedger } from './verify-ledger';

const LABELS = { accounts: 'Accounts', transactions: 'Transactions', verifications: 'Verifications' };

/** A ledger: the evidence that it is unchanged, its accounts as a tree, its transactions, and its verifications. */
export function LedgerPage() {
  const { tenant, id } = useParams({ from: '/$tenant/ledgers/$id' });
  const filters = useSearch({ from: '/$tenant/ledgers/$id' });
  const navigate = useNavigate({ from: '/$tenant/ledgers/$id' });
  const may = useMay(tenant);
  const query = useQuery(ledgerQuery(tenant, id));
  const { view = 'accounts' } = filters;
  const filter = (change: LedgerFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  const go = (page: number) => void navigate({ search: (old) => ({ ...old, page }) });
  return (
    <Loaded query={query}>
      {(ledger) => (
        <Stack>
          <Title order={1} size="h3" className="foreign">
            {ledger.name}
          </Title>
          <LedgerProblem tenant={tenant} ledger={ledger} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Card withBorder>
              <Title order={2} size="h5">
                About the ledger
              </Title>
              <Facts
                facts={[
                  ['currency', ledger.currency],
                  ['decimals', ledger.minor_unit_decimals],
                  ['transactions', ledger.transaction_count.toLocaleString()],
                  ['last posting', ledger.last_posted_at && <When key="last" at={ledger.last_posted_at} />],
                  ['description', ledger.description],
                  ['created', <When key="created" at={ledger.created_at} />],
                  ['id', ledger.id],
                ]}
              />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5">
                Last verification
              </Title>
              <VerifyLedger tenant={tenant} ledger={ledger} mayVerify={may('verify_ledgers')} />
            </Card>
          </SimpleGrid>
          <Card withBorder>
            <Title order={2} size="h5" mb="xs">
              Signed checkpoint
            </Title>
            <LedgerCheckpoint tenant={tenant} ledger={ledger} />
          </Card>
          <Group>
            <SegmentedControl
              size="xs"
              aria-label="Which part of the ledger"
              data={LEDGER_VIEWS.map((value) => ({ value, label: LABELS[value] }))}
              value={view}
              onChange={(chosen) => filter({ view: chosen, code: undefined, type: undefined })}
            />
          </Group>
          {view === 'accounts' && (
            <Accounts tenant={tenant} ledger={ledger} filters={filters} filter={filter} go={go} />
          )}
          {view === 'transactions' && <Transactions tenant={tenant} ledger={ledger} page={filters.page} go={go} />}
          {view === 'verifications' && <Verifications tenant={tenant} ledger={ledger} page={filters.page} go={go} />}
        </Stack>
      )}
    </Loaded>
  );
}
