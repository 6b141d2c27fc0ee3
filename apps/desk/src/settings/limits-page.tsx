import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf, type Schemas } from '../api/client';
import { Actions } from '../parts/actions';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { useMay, useMe } from '../session/session';
import { limitsQuery } from './queries';

type Limit = Schemas['BoundedLimit'];

/** How much the tenant may send and store, and how much of it is in use. */
export function LimitsPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/limits' });
  const may = useMay(tenant);
  const query = useQuery(limitsQuery(tenant));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Limits protect the other tenants. An admin of the tenant can lower them; only a platform operator raises them.
      </Text>
      <Loaded query={query}>
        {({ version, limits }) => (
          <Rows
            rows={limits}
            what="limit"
            idOf={({ name }) => name}
            go={() => undefined}
            columns={[
              {
                title: 'Limit',
                cell: ({ name, description }) => (
                  <>
                    {name.replaceAll('_', ' ')}
                    <Text size="xs" c="dimmed">
                      {description}
                    </Text>
                  </>
                ),
              },
              { title: 'Value', width: 120, align: 'right', cell: ({ value }) => value.toLocaleString() },
              {
                title: 'In use',
                width: 120,
                align: 'right',
                cell: ({ in_use }) => in_use?.toLocaleString() ?? 'not counted',
              },
              { title: 'Default', width: 120, align: 'right', cell: (limit) => limit.default.toLocaleString() },
              {
                title: 'Change',
                width: 120,
                cell: (limit) =>
                  may('change_limits') && (
                    <ChangeLimit key={limit.value} tenant={tenant} limit={limit} version={version} />
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}

function ChangeLimit({ tenant, limit, version }: { tenant: string; limit: Limit; version: number }) {
  const cache = useQueryClient();
  const me = useMe();
  const [value, setValue] = useState(limit.value);
  const isOperator = me.roles.some(({ role }) => role === 'platform_operator');
  const most = isOperator ? limit.maximum : limit.value;
  return (
    <Group>
      <Actions
        onSent={() => void cache.invalidateQueries({ queryKey: ['limits', tenant] })}
        actions={[
          {
            label: `Change ${limit.name.replaceAll('_', ' ')}`,
            shown: 'Change',
            follows: `From ${limit.minimum.toLocaleString()} to ${most.toLocaleString()} ${limit.unit}; the default is ${limit.default.toLocaleString()}.`,
            fields: (
              <NumberInput
                label="Value"
                data-autofocus
                value={value}
                min={limit.minimum}
                max={most}
                allowDecimal={false}
                hideControls
                onChange={(typed) => setValue(Number(typed))}
              />
            ),
            send: (reason) =>
              changeOf(
                api.PATCH('/api/v1/tenants/{slug}/limits', {
                  params: { path: { slug: tenant } },
                  body: { limits: { [limit.name]: value }, reason, expected_version: version },
                }),
              ),
          },
        ]}
      />
    </Group>
  );
}
