import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf, dataOf } from '../api/client';
import { Actions } from '../parts/actions';
import type { Endpoint } from './queries';

const A_DAY_MS = 86_400_000;

/** What an admin can do with an endpoint: test it, stop it, start it, and send what failed again. */
export function EndpointActions({ tenant, endpoint: { id, status } }: { tenant: string; endpoint: Endpoint }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [since, setSince] = useState(() => new Date(Date.now() - A_DAY_MS).toISOString().slice(0, 16));
  const path = { slug: tenant, endpointId: id };
  const testing = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/api/v1/tenants/{slug}/webhooks/{endpointId}/test', { params: { path }, body: {} })),
    onSuccess: (delivery) => void navigate({ to: '/$tenant/deliveries/$id', params: { tenant, id: delivery.id } }),
  });
  const refresh = () => {
    for (const read of ['webhook', 'webhooks', 'deliveries']) {
      void cache.invalidateQueries({ queryKey: [read, tenant] });
    }
  };
  if (status === 'disabled') {
    return (
      <Actions
        onSent={refresh}
        actions={[
          {
            label: 'Enable',
            follows: 'Probity sends what happens from now on.',
            send: (reason) =>
              changeOf(
                api.POST('/api/v1/tenants/{slug}/webhooks/{endpointId}/enable', { params: { path }, body: { reason } }),
              ),
          },
        ]}
      />
    );
  }
  return (
    <Group gap="xs">
      <Button size="xs" loading={testing.isPending} onClick={() => testing.mutate()}>
        Send a test
      </Button>
      <Actions
        onSent={refresh}
        actions={[
          {
            label: 'Send failed ones again',
            follows: 'Sends the deliveries that failed since this time again, oldest first, 1,000 at most.',
            fields: (
              <TextInput
                type="datetime-local"
                label="Since (UTC)"
                data-autofocus
                value={since}
                max={new Date().toISOString().slice(0, 16)}
                onChange={({ currentTarget: { value } }) => setSince(value)}
                required
              />
            ),
            send: (reason) =>
              changeOf(
                api.POST('/api/v1/tenants/{slug}/webhooks/{endpointId}/replay', {
                  params: { path },
                  body: { since: `${since}:00Z`, reason },
                }),
              ),
          },
          {
            label: 'Disable',
            follows: 'Probity sends nothing to this address until a person enables it again.',
            send: (reason) =>
              changeOf(
                api.POST('/api/v1/tenants/{slug}/webhooks/{endpointId}/disable', {
                  params: { path },
                  body: { reason },
                }),
              ),
          },
        ]}
      />
    </Group>
  );
}
