import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SignedCheckpoint } from '../evidence/checkpoint';
import { ledgerCheckpointQuery, transactionAtQuery } from '../evidence/queries';
import { counted } from '../parts/counted';
import { Loaded } from '../parts/loaded';
import { When } from '../parts/when';
import type { Ledger } from './queries';

interface LedgerCheckpointProps {
  tenant: string;
  ledger: Ledger;
}

/** What the notary signed of a ledger last, and what it has not signed yet. */
export function LedgerCheckpoint({ tenant, ledger }: LedgerCheckpointProps) {
  const { id, transaction_count } = ledger;
  const query = useQuery(ledgerCheckpointQuery(tenant, id, transaction_count));
  return (
    <Stack gap="xs">
      <Text size="sm">
        The notary, a service of its own, signs the list of all transactions again and again. What it has signed cannot
        change without being noticed.
      </Text>
      <Loaded query={query}>
        {(checkpoint) =>
          checkpoint === null ? (
            <Text size="sm" role="status">
              The notary has not signed this ledger yet. It usually takes seconds; this page looks again by itself.
            </Text>
          ) : (
            <SignedCheckpoint
              checkpoint={checkpoint}
              covers={counted(checkpoint.tree_size, 'transaction')}
              facts={[
                [
                  'not signed yet',
                  <NotSigned key="not" tenant={tenant} ledger={ledger} signed={checkpoint.tree_size} />,
                ],
              ]}
              fileName={`checkpoint-ledger-${id}`}
            >
              <Button
                size="xs"
                variant="default"
                component="a"
                href={`/api/v1/tenants/${encodeURIComponent(tenant)}/ledgers/${id}/bundle`}
                download
                title="All of the ledger as one file, with which anyone can verify it without Probity"
              >
                Download the whole ledger
              </Button>
            </SignedCheckpoint>
          )
        }
      </Loaded>
    </Stack>
  );
}

/** How many transactions the last signature does not cover, and since when. */
function NotSigned({ tenant, ledger, signed }: LedgerCheckpointProps & { signed: number }) {
  const count = Math.max(0, ledger.transaction_count - signed);
  const { data: first } = useQuery({ ...transactionAtQuery(tenant, ledger, signed + 1), enabled: count > 0 });
  if (count === 0) return 'none';
  return (
    <>
      {counted(count, 'transaction')}
      {first && (
        <>
          , the first posted <When at={first.posted_at} />
        </>
      )}
    </>
  );
}
