import { Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf, type Schemas } from '../api/client';
import { Actions } from '../parts/actions';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { SecretDialog } from '../parts/secret-dialog';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { staffQuery } from './queries';
import { RolesField, type TenantRole } from './roles-field';

/** Who works for the tenant. An admin invites colleagues here. */
export function StaffPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/staff' });
  const { page } = useSearch({ from: '/$tenant/settings/staff' });
  const navigate = useNavigate({ from: '/$tenant/settings/staff' });
  const may = useMay(tenant);
  const query = useQuery(staffQuery(tenant, page));
  return (
    <Stack>
      {may('manage_staff') && <AddStaff tenant={tenant} />}
      <Loaded query={query}>
        {(accounts) => (
          <Rows
            rows={accounts}
            what="account"
            empty="No person has a role in this tenant yet. Invite the first colleague."
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/settings/staff/$id', params: { tenant, id } })}
            page={page}
            go={(next) => void navigate({ search: { page: next } })}
            columns={[
              {
                title: 'Name',
                width: 220,
                cell: ({ id, name }) => (
                  <Link to="/$tenant/settings/staff/$id" params={{ tenant, id }} className="row-link">
                    {name}
                  </Link>
                ),
              },
              { title: 'Email', cell: ({ email, kind }) => email ?? kind },
              { title: 'Roles', width: 280, cell: ({ roles }) => roles.join(', ').replaceAll('_', ' ') },
              { title: 'State', width: 120, cell: (account) => <Word word={stateOf(account)} /> },
              { title: 'Added', width: 140, cell: ({ created_at }) => <When at={created_at} /> },
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}

/** What a member of staff can do at the moment, in one word. */
export function stateOf({ disabled_at, kind, has_credentials }: Schemas['StaffAccount']): string {
  if (disabled_at !== null) return 'disabled';
  return kind === 'person' && !has_credentials ? 'invited' : 'active';
}

function AddStaff({ tenant }: { tenant: string }) {
  const cache = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<TenantRole[]>([]);
  const [invitation, show] = useState<string>();
  const path = { slug: tenant };
  const nameField = (
    <TextInput
      label="Name"
      data-autofocus
      value={name}
      onChange={({ currentTarget: { value } }) => setName(value)}
      maxLength={100}
      required
    />
  );
  return (
    <Group>
      <Actions
        onSent={() => {
          setName('');
          setEmail('');
          setRoles([]);
          void cache.invalidateQueries({ queryKey: ['staff', tenant] });
        }}
        actions={[
          {
            label: 'Invite a colleague',
            keys: 'n',
            follows: 'You get an invitation that you give to the person. It ends after some days.',
            fields: (
              <>
                {nameField}
                <TextInput
                  label="Email"
                  type="email"
                  value={email}
                  onChange={({ currentTarget: { value } }) => setEmail(value)}
                  required
                />
                <RolesField value={roles} onChange={setRoles} />
              </>
            ),
            onSent: (change) => {
              if ('done' in change) show((change.done as Schemas['Invitation']).invitation);
            },
            send: (reason) =>
              changeOf(
                api.POST('/api/v1/tenants/{slug}/staff/people', {
                  params: { path },
                  body: { name: name.trim(), email: email.trim(), roles, reason },
                }),
              ),
          },
          {
            label: 'Add a service account',
            follows: 'For programs of the institution that use the back office. Create its token on its page.',
            fields: (
              <>
                {nameField}
                <RolesField value={roles} onChange={setRoles} />
              </>
            ),
            send: (reason) =>
              changeOf(
                api.POST('/api/v1/tenants/{slug}/staff/services', {
                  params: { path },
                  body: { name: name.trim(), roles, reason },
                }),
              ),
          },
        ]}
      />
      <Text size="sm" c="dimmed">
        New access may need a second person.
      </Text>
      <SecretDialog
        title="The invitation"
        secret={invitation}
        follows="Give this invitation to the person, who chooses a password with it."
        onClose={() => show(undefined)}
      />
    </Group>
  );
}
