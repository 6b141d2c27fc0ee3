import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../api/client';
import { SecretDialog } from '../parts/secret-dialog';
import { useMe } from '../session/session';

/** Changes that return a secret, and the field that has it. */
const SECRETS = ['api_key', 'invitation', 'token'] as const;
const READABLE_MS = 24 * 3_600_000;
/** Other changes return nothing that the page does not show. */
const WITH_SECRET = new Set(['create_api_key', 'change_staff']);

/** Shows the proposer what the approved change returned, such as the new API key. No other person reads it. */
export function ShowResult({ tenant, proposal }: { tenant: string; proposal: Schemas['Proposal'] }) {
  const me = useMe();
  const [secret, show] = useState<string>();
  const reading = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/tenants/{slug}/proposals/{proposalId}/result', {
          params: { path: { slug: tenant, proposalId: proposal.id } },
        }),
      ),
    onSuccess: ({ result }) => {
      // The document says only that it is an object.
      const returned: Record<string, unknown> = { ...result };
      const name = SECRETS.find((one) => typeof returned[one] === 'string');
      show(name && (returned[name] as string));
    },
  });
  const isReadable = proposal.decided_at !== null && Date.now() - Date.parse(proposal.decided_at) < READABLE_MS;
  const isMine = me.id === proposal.proposer_id;
  if (proposal.status !== 'applied' || !isMine || !isReadable || !WITH_SECRET.has(proposal.action)) return null;
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">For 24 hours, only you can read what the change returned.</Text>
      <Button size="xs" loading={reading.isPending} onClick={() => reading.mutate()}>
        Show what it returned
      </Button>
      {reading.data?.result === null && <Text size="sm">It returned no secret.</Text>}
      <SecretDialog
        title="What the change returned"
        secret={secret}
        follows="Store it where it is needed."
        onClose={() => show(undefined)}
      />
    </Stack>
  );
}
