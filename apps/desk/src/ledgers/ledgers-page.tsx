import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { ledgersQuery } from './queries';
import { Verified } from './verified';

/** The ledgers of a tenant, and when each was verified last. */
export function LedgersPage() {
  const { tenant } = useParams({ from: '/$tenant/ledgers' });
  const { page } = useSearch({ from: '/$tenant/ledgers' });
  const navigate = useNavigate({ from: '/$tenant/ledgers' });
  const query = useQuery(ledgersQuery(tenant, page));
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Ledgers
      </Title>
      <Loaded query={query}>
        {(ledgers) => (
          <Rows
            rows={ledgers}
            what="ledger"
            empty="There is no ledger yet. The institution’s backend creates ledgers with its API key."
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/ledgers/$id', params: { tenant, id } })}
            page={page}
            go={(next) => void navigate({ search: { page: next } })}
            columns={[
              {
                title: 'Ledger',
                cell: ({ id, name }) => (
                  <To page="ledgers" id={id}>
                    {name}
                  </To>
                ),
              },
              { title: 'Currency', width: 100, cell: ({ currency }) => currency },
              {
                title: 'Transactions',
                width: 130,
                align: 'right',
                cell: ({ transaction_count }) => transaction_count.toLocaleString(),
              },
              {
                title: 'Last posting',
                width: 150,
                cell: ({ last_posted_at }) => last_posted_at && <When at={last_posted_at} />,
              },
              {
                title: 'Last verification',
                width: 260,
                cell: ({ last_verification }) => <Verified verification={last_verification} />,
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
