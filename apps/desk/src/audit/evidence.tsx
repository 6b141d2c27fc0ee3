import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SignedCheckpoint } from '../evidence/checkpoint';
import { originOf } from '../evidence/kept-checkpoints';
import { tenantCheckpointQuery } from '../evidence/queries';
import { counted } from '../parts/counted';
import { Loaded } from '../parts/loaded';
import { useMay } from '../session/session';
import { VerifyAudit } from './verify-audit';

/** What shows that the audit trail is what happened: the signed log of all events, and its verification. */
export function AuditEvidence({ tenant }: { tenant: string }) {
  const may = useMay(tenant);
  const query = useQuery(tenantCheckpointQuery(tenant));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} mt="sm">
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          Signed checkpoint
        </Title>
        <Stack gap="xs">
          <Text size="sm">
            Each entry comes from an event that was recorded. The notary, a service of its own, keeps a log of all
            events of the tenant, and signs it again and again. What it has signed cannot change without being noticed.
          </Text>
          <Loaded query={query}>
            {(checkpoint) =>
              checkpoint === null ? (
                <Text size="sm" role="status">
                  The notary has not signed the log yet. It usually takes seconds; this page looks again by itself.
                </Text>
              ) : (
                <SignedCheckpoint
                  checkpoint={checkpoint}
                  covers={counted(checkpoint.tree_size, 'event')}
                  fileName={`checkpoint-${tenant}`}
                />
              )
            }
          </Loaded>
        </Stack>
      </Card>
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          Verification
        </Title>
        <VerifyAudit
          tenant={tenant}
          origin={query.data ? originOf(query.data.checkpoint) : undefined}
          mayVerify={may('verify_ledgers')}
        />
      </Card>
    </SimpleGrid>
  );
}
