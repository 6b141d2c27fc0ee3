import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded';
import { money } from '../parts/money';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { type Ledger, transactionsQuery } from './queries';

interface TransactionsProps {
  tenant: string;
  ledger: Ledger;
  page?: number;
  go: (page: number) => void;
}

/** The transactions of a ledger, newest first. */
export function Transactions({ tenant, ledger, page, go }: TransactionsProps) {
  const navigate = useNavigate();
  const query = useQuery(transactionsQuery(tenant, ledger.id, page));
  return (
    <Loaded query={query}>
      {(transactions) => (
        <Rows
          rows={transactions}
          what="transaction"
          empty="The ledger has no transactions yet."
          idOf={({ id }) => id}
          open={({ id }) => void navigate({ to: '/$tenant/postings/$id', params: { tenant, id } })}
          page={page}
          go={go}
          columns={[
            {
              title: 'Position',
              width: 110,
              align: 'right',
              cell: ({ hash_chain_position }) => hash_chain_position.toLocaleString(),
            },
            {
              title: 'Posting',
              cell: ({ id, reference }) => (
                <To page="postings" id={id}>
                  {reference ?? id}
                </To>
              ),
            },
            {
              title: `Amount (${ledger.currency})`,
              width: 180,
              align: 'right',
              cell: ({ amount_minor }) => money(amount_minor, ledger.minor_unit_decimals),
            },
            { title: 'Posted', width: 150, cell: ({ posted_at }) => <When at={posted_at} /> },
            {
              title: 'Hash',
              width: 150,
              cell: ({ transaction_hash }) => <code>{transaction_hash.slice(0, 12)}…</code>,
            },
          ]}
        />
      )}
    </Loaded>
  );
}
