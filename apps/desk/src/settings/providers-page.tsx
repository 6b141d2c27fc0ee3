import { Card, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { pluginsQuery, providersQuery } from './queries';

/** The providers of the tenant, and those that could be added. */
export function ProvidersPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/providers' });
  const navigate = useNavigate({ from: '/$tenant/settings/providers' });
  const may = useMay(tenant);
  const providers = useQuery(providersQuery(tenant));
  const plugins = useQuery(pluginsQuery);
  const configured = new Set(providers.data?.map(({ plugin }) => plugin));
  const others = plugins.data?.filter(({ name }) => !configured.has(name)) ?? [];
  return (
    <Stack>
      <Loaded query={providers}>
        {(rows) => (
          <Rows
            rows={rows}
            what="provider"
            empty="No provider is configured: Probity runs the stages itself."
            idOf={({ plugin }) => plugin}
            open={({ plugin }) =>
              void navigate({ to: '/$tenant/settings/providers/$plugin', params: { tenant, plugin } })
            }
            go={() => undefined}
            columns={[
              {
                title: 'Provider',
                cell: ({ plugin }) => (
                  <Link to="/$tenant/settings/providers/$plugin" params={{ tenant, plugin }} className="row-link">
                    {plugins.data?.find(({ name }) => name === plugin)?.title ?? plugin}
                  </Link>
                ),
              },
              { title: 'Stages', width: 220, cell: ({ stages }) => stages.join(', ') },
              { title: 'Status', width: 120, cell: ({ status }) => <Word word={status} /> },
              { title: 'Version', width: 90, align: 'right', cell: ({ version }) => version },
              { title: 'Changed by', width: 180, cell: ({ officer }) => officer },
              { title: 'Changed', width: 140, cell: ({ updated_at }) => <When at={updated_at} /> },
            ]}
          />
        )}
      </Loaded>
      {may('configure_compliance') && others.length > 0 && (
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Add a provider
          </Title>
          <Table>
            <Table.Tbody>
              {others.map(({ name, title, stages, webhooks }) => (
                <Table.Tr key={name}>
                  <Table.Td>
                    <Link
                      to="/$tenant/settings/providers/$plugin"
                      params={{ tenant, plugin: name }}
                      className="row-link"
                    >
                      {title}
                    </Link>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">{stages.join(', ')}</Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">{webhooks ? 'reports by webhook' : 'is called by Probity'}</Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
    </Stack>
  );
}
