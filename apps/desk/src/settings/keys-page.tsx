import { Checkbox, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Change, changeOf, emptyChangeOf, type Schemas } from '../api/client';
import { Actions } from '../parts/actions';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { SecretDialog } from '../parts/secret-dialog';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { keysQuery } from './queries';

type Key = Schemas['ApiKey'];
type Scope = Key['scopes'][number];

/** The keys with which backends of the institution call the API. */
export function KeysPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/keys' });
  const { page } = useSearch({ from: '/$tenant/settings/keys' });
  const navigate = useNavigate({ from: '/$tenant/settings/keys' });
  const may = useMay(tenant);
  const cache = useQueryClient();
  const [secret, show] = useState<string>();
  const query = useQuery(keysQuery(tenant, page));
  const mayManage = may('manage_keys');
  const refresh = () => void cache.invalidateQueries({ queryKey: ['keys', tenant] });
  const showKey = (change: Change<unknown>) => {
    if ('done' in change) show((change.done as Schemas['CreatedApiKey']).api_key);
  };
  return (
    <Stack>
      {mayManage && <CreateKey tenant={tenant} showKey={showKey} refresh={refresh} />}
      <Loaded query={query}>
        {(keys) => (
          <Rows
            rows={keys}
            what="key"
            empty="There is no key yet. Create one for the institution’s backend."
            idOf={({ id }) => id}
            page={page}
            go={(next) => void navigate({ search: { page: next } })}
            columns={[
              {
                title: 'Key',
                cell: ({ id, label }) => (
                  <>
                    {label ?? 'without a label'}
                    <Text size="xs" c="dimmed">
                      {id}
                    </Text>
                  </>
                ),
              },
              { title: 'May', width: 100, cell: ({ scopes }) => scopes.join(', ') },
              {
                title: 'From',
                width: 150,
                cell: ({ allowed_addresses }) => allowed_addresses?.join(', ') ?? 'anywhere',
              },
              {
                title: 'Last used',
                width: 130,
                cell: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : 'never'),
              },
              { title: 'Ends', width: 140, cell: (key) => <Ends of={key} /> },
              {
                title: 'Change',
                width: 210,
                cell: (key) =>
                  mayManage &&
                  !hasEnded(key) && <ChangeKey tenant={tenant} apiKey={key} showKey={showKey} refresh={refresh} />,
              },
            ]}
          />
        )}
      </Loaded>
      <SecretDialog
        title="The API key"
        secret={secret}
        follows="Store the key where the backend reads its secrets."
        onClose={() => show(undefined)}
      />
    </Stack>
  );
}

const hasEnded = ({ revoked_at, expires_at }: Key): boolean =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

function Ends({ of: { revoked_at, expires_at } }: { of: Key }) {
  if (revoked_at !== null) return <>revoked {<When at={revoked_at} />}</>;
  return expires_at === null ? 'never' : <When at={expires_at} />;
}

interface KeyChange {
  tenant: string;
  showKey: (change: Change<unknown>) => void;
  refresh: () => void;
}

function CreateKey({ tenant, showKey, refresh }: KeyChange) {
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read', 'write']);
  const [days, setDays] = useState<number>();
  const [addresses, setAddresses] = useState('');
  const allowed = addresses.split(/[\s,]+/).filter((one) => one !== '');
  return (
    <Group>
      <Actions
        onSent={refresh}
        actions={[
          {
            label: 'Create a key',
            keys: 'n',
            follows: 'A backend of the institution calls the API with it.',
            fields: (
              <>
                <TextInput
                  label="Label"
                  data-autofocus
                  description="Which backend uses it"
                  value={label}
                  onChange={({ currentTarget: { value } }) => setLabel(value)}
                  maxLength={255}
                />
                <Checkbox.Group label="May" value={scopes} onChange={setScopes}>
                  <Group mt={4}>
                    <Checkbox value="read" label="read" size="xs" />
                    <Checkbox value="write" label="write" size="xs" />
                  </Group>
                </Checkbox.Group>
                <NumberInput
                  label="Days until it expires"
                  description="It never expires without."
                  value={days ?? ''}
                  min={1}
                  max={3_660}
                  allowDecimal={false}
                  hideControls
                  onChange={(value) => setDays(value === '' ? undefined : Number(value))}
                />
                <Textarea
                  label="Allowed addresses"
                  description="Addresses and networks such as 192.0.2.0/24; all without."
                  value={addresses}
                  onChange={({ currentTarget: { value } }) => setAddresses(value)}
                  autosize
                />
              </>
            ),
            onSent: showKey,
            send: (reason) =>
              changeOf(
                api.POST('/api/v1/tenants/{slug}/api-keys', {
                  params: { path: { slug: tenant } },
                  body: {
                    scopes,
                    label: label.trim() === '' ? null : label.trim(),
                    expires_in_days: days ?? null,
                    allowed_addresses: allowed.length === 0 ? null : allowed,
                    reason,
                  },
                }),
              ),
          },
        ]}
      />
      <Text size="sm" c="dimmed">
        A new key may need a second person; then only you can read it, on the page of the proposal.
      </Text>
    </Group>
  );
}

function ChangeKey({ tenant, apiKey: { id, label }, showKey, refresh }: KeyChange & { apiKey: Key }) {
  const [hours, setHours] = useState(24);
  const params = { path: { slug: tenant, keyId: id } };
  return (
    <Actions
      onSent={refresh}
      actions={[
        {
          label: `Rotate ${label ?? id}`,
          shown: 'Rotate',
          follows: `A new key replaces ${label ?? id}; the old one works for some hours more.`,
          fields: (
            <NumberInput
              label="Hours for which the old key still works"
              data-autofocus
              value={hours}
              min={0}
              max={720}
              allowDecimal={false}
              hideControls
              onChange={(value) => setHours(Number(value))}
            />
          ),
          onSent: showKey,
          send: (reason) =>
            changeOf(
              api.POST('/api/v1/tenants/{slug}/api-keys/{keyId}/rotate', {
                params,
                body: { overlap_hours: hours, reason },
              }),
            ),
        },
        {
          label: `Revoke ${label ?? id}`,
          shown: 'Revoke',
          follows: `The key ${label ?? id} stops working at once.`,
          send: (reason) =>
            emptyChangeOf(
              api.DELETE('/api/v1/tenants/{slug}/api-keys/{keyId}', {
                params: { ...params, query: { reason } },
              }),
            ),
        },
      ]}
    />
  );
}
