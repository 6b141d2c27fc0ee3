import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ledgerProblem } from '../evidence/problem-words';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { type Ledger, verificationsQuery } from './queries';
import { Outcome } from './verified';

interface VerificationsProps {
  tenant: string;
  ledger: Ledger;
  page?: number;
  go: (page: number) => void;
}

/** The verifications of a ledger that have ended, newest first. */
export function Verifications({ tenant, ledger, page, go }: VerificationsProps) {
  const query = useQuery(verificationsQuery(tenant, ledger.id, page));
  return (
    <Loaded query={query}>
      {(verifications) => (
        <Rows
          rows={verifications}
          what="verification"
          empty="This ledger was never verified."
          idOf={({ id }) => id}
          page={page}
          go={go}
          columns={[
            { title: 'Outcome', width: 120, cell: ({ verified }) => <Outcome isIntact={verified} /> },
            { title: 'When', width: 150, cell: ({ verified_at }) => <When at={verified_at} /> },
            { title: 'By', width: 180, cell: ({ officer }) => officer },
            {
              title: 'Transactions',
              width: 130,
              align: 'right',
              cell: ({ checked }) => checked.toLocaleString(),
            },
            {
              title: 'Problem, or the head of the chain',
              cell: ({ broken, head }) =>
                broken ? (
                  <>
                    {ledgerProblem(broken.check)}
                    <Text size="xs" c="dimmed">
                      {broken.position !== null && `position ${broken.position.toLocaleString()}: `}
                      {broken.detail}
                    </Text>
                  </>
                ) : (
                  <code>{head.hash.slice(0, 24)}…</code>
                ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
