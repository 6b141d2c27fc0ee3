import { Alert, Button, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf, dataOf, type Schemas } from '../api/client';
import { type Action, Actions } from '../parts/actions';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { ConfigureProvider } from './configure-provider';
import { type Plugin, pluginsQuery, type Provider, providerHealthQuery, providersQuery } from './queries';

/** A provider of the tenant: its configuration, its state, and its test. */
export function ProviderPage() {
  const { tenant, plugin: name } = useParams({ from: '/$tenant/settings/providers/$plugin' });
  const plugins = useQuery(pluginsQuery);
  const providers = useQuery(providersQuery(tenant));
  return (
    <Loaded query={plugins}>
      {(known) => {
        const plugin = known.find((one) => one.name === name);
        if (!plugin) return <Text>This installation has no plugin {name}. Choose one on the page of providers.</Text>;
        return (
          <Loaded query={providers}>
            {(all) => (
              <ShownProvider tenant={tenant} plugin={plugin} provider={all.find((one) => one.plugin === name)} />
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}

interface ShownProviderProps {
  tenant: string;
  plugin: Plugin;
  /** undefined: the tenant has not configured it */
  provider: Provider | undefined;
}

function ShownProvider({ tenant, plugin, provider }: ShownProviderProps) {
  const may = useMay(tenant);
  return (
    <Stack>
      <Group gap="xs">
        <Title order={2} size="h4">
          {plugin.title}
        </Title>
        <Word word={provider?.status ?? 'not configured'} />
      </Group>
      {provider && may('configure_compliance') && <Switch tenant={tenant} provider={provider} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Card withBorder>
          <Title order={3} size="h5" mb="xs">
            Configuration
          </Title>
          <ConfigureProvider
            key={provider?.version ?? 0}
            tenant={tenant}
            plugin={plugin}
            provider={provider}
            readOnly={!may('configure_compliance')}
          />
        </Card>
        {provider && (
          <Card withBorder>
            <Title order={3} size="h5" mb="xs">
              State
            </Title>
            <Health tenant={tenant} provider={provider} mayTest={may('operate_pipeline')} />
          </Card>
        )}
      </SimpleGrid>
    </Stack>
  );
}

function Switch({ tenant, provider: { plugin, status } }: { tenant: string; provider: Provider }) {
  const cache = useQueryClient();
  const [notes, setNotes] = useState<string[]>([]);
  const params = { path: { slug: tenant, plugin } };
  const action: Action =
    status === 'active'
      ? {
          label: 'Deactivate',
          follows: 'Probity calls the provider no more and accepts no new webhooks. What it reported stays.',
          onSent: (change) => setNotes('done' in change ? (change.done as Schemas['ChangedProvider']).notes : []),
          send: (reason) =>
            changeOf(api.POST('/api/v1/tenants/{slug}/providers/{plugin}/deactivate', { params, body: { reason } })),
        }
      : {
          label: 'Activate',
          follows: 'Probity accepts its webhooks, and stages in the mode plugin can use it.',
          send: (reason) =>
            changeOf(api.POST('/api/v1/tenants/{slug}/providers/{plugin}/activate', { params, body: { reason } })),
        };
  return (
    <>
      <Actions
        actions={[action]}
        onSent={() => {
          for (const read of ['providers', 'provider-health']) {
            void cache.invalidateQueries({ queryKey: [read, tenant] });
          }
        }}
      />
      {notes.length > 0 && (
        <Alert variant="outline">
          <Text fw={700}>What follows</Text>
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

interface HealthProps {
  tenant: string;
  provider: Provider;
  mayTest: boolean;
}

function Health({ tenant, provider: { plugin, version, officer, updated_at }, mayTest }: HealthProps) {
  const health = useQuery(providerHealthQuery(tenant, plugin));
  const testing = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/tenants/{slug}/providers/{plugin}/test', { params: { path: { slug: tenant, plugin } } }),
      ),
    onSettled: () => void health.refetch(),
  });
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          ['configuration', `version ${version} by ${officer}`],
          ['changed', <When key="changed" at={updated_at} />],
        ]}
      />
      <Loaded query={health}>
        {(now) => (
          <Facts
            facts={[
              ['problem', now.problem],
              ['circuit', now.circuit.replaceAll('_', ' ')],
              ['requests', `${now.requests.toLocaleString()}, ${now.failures.toLocaleString()} failed`],
              ['duration', now.p50_ms !== null && `p50 ${now.p50_ms} ms, p99 ${now.p99_ms} ms`],
              ['last success', now.last_success_at && <When key="success" at={now.last_success_at} />],
              ['last failure', now.last_failure && `${now.last_failure.why}: ${now.last_failure.message}`],
              [
                'signals',
                `${now.signals.applied} applied, ${now.signals.pending} pending, ${now.signals.unresolved} unresolved`,
              ],
            ]}
          />
        )}
      </Loaded>
      {mayTest && (
        <Button
          size="xs"
          w="fit-content"
          variant="default"
          loading={testing.isPending}
          onClick={() => testing.mutate()}
        >
          Test the provider
        </Button>
      )}
      {testing.data && (
        <Text size="sm" role="status">
          {testing.data.ok ? 'It works' : 'It does not work'}: {testing.data.message} ({testing.data.duration_ms} ms)
        </Text>
      )}
    </Stack>
  );
}
