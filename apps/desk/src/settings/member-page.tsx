import { Card, Group, NumberInput, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf, emptyChangeOf, type Schemas } from '../api/client';
import { type Action, Actions } from '../parts/actions';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { SecretDialog } from '../parts/secret-dialog';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { TableHead } from '../parts/table-head';
import { memberQuery } from './queries';
import { RolesField, type TenantRole } from './roles-field';
import { stateOf } from './staff-page';

type Member = Schemas['StaffAccount'];

/** A member of staff or a service account: its roles, and what an admin can change. */
export function MemberPage() {
  const { tenant, id } = useParams({ from: '/$tenant/settings/staff/$id' });
  const may = useMay(tenant);
  const query = useQuery(memberQuery(tenant, id));
  return (
    <Loaded query={query}>
      {(member) => (
        <Stack>
          <Group gap="xs">
            <Title order={2} size="h4" className="foreign">
              {member.name}
            </Title>
            <Word word={stateOf(member)} />
          </Group>
          {may('manage_staff') && <MemberActions key={member.roles.join()} tenant={tenant} member={member} />}
          <Card withBorder>
            <Facts
              facts={[
                ['kind', member.kind],
                ['email', member.email],
                ['roles', member.roles.join(', ').replaceAll('_', ' ')],
                ['disabled', member.disabled_at && <When key="disabled" at={member.disabled_at} />],
                ['added', <When key="added" at={member.created_at} />],
                ['id', member.id],
              ]}
            />
          </Card>
          {member.kind === 'service' && member.is_managed_here && <Tokens tenant={tenant} member={member} />}
        </Stack>
      )}
    </Loaded>
  );
}

function MemberActions({ tenant, member }: { tenant: string; member: Member }) {
  const cache = useQueryClient();
  const [roles, setRoles] = useState(member.roles as TenantRole[]);
  const [label, setLabel] = useState('');
  const [days, setDays] = useState(90);
  const [secret, show] = useState<{ title: string; text: string }>();
  const params = { path: { slug: tenant, staffId: member.id } };
  const isPerson = member.kind === 'person';
  const actions: Action[] = [
    {
      label: 'Change the roles',
      keys: 'r',
      follows: 'Without a role, the account has no access to this tenant any more.',
      fields: <RolesField value={roles} onChange={setRoles} />,
      send: (reason) =>
        emptyChangeOf(api.PUT('/api/v1/tenants/{slug}/staff/{staffId}/roles', { params, body: { roles, reason } })),
    },
  ];
  if (member.is_managed_here && isPerson) {
    actions.push({
      label: 'Invite again',
      follows: 'The password, the codes and the sessions of the person end at once.',
      onSent: (change) => {
        if ('done' in change)
          show({ title: 'The invitation', text: (change.done as Schemas['Invitation']).invitation });
      },
      send: (reason) =>
        changeOf(api.POST('/api/v1/tenants/{slug}/staff/{staffId}/invite', { params, body: { reason } })),
    });
  }
  if (member.is_managed_here && !isPerson && member.disabled_at === null) {
    actions.push({
      label: 'Create a token',
      follows: 'The program sends the token with its requests.',
      fields: (
        <>
          <TextInput
            label="Label"
            data-autofocus
            value={label}
            onChange={({ currentTarget: { value } }) => setLabel(value)}
            maxLength={255}
            required
          />
          <NumberInput
            label="Days until it expires"
            value={days}
            min={1}
            max={366}
            allowDecimal={false}
            hideControls
            onChange={(value) => setDays(Number(value))}
          />
        </>
      ),
      onSent: (change) => {
        if ('done' in change) show({ title: 'The token', text: (change.done as Schemas['CreatedStaffToken']).token });
      },
      send: (reason) =>
        changeOf(
          api.POST('/api/v1/tenants/{slug}/staff/{staffId}/tokens', {
            params,
            body: { label: label.trim(), expires_in_days: days, reason },
          }),
        ),
    });
  }
  if (member.is_managed_here && member.disabled_at === null) {
    actions.push({
      label: 'Disable',
      follows: 'Sessions and tokens of the account stop working at once.',
      send: (reason) =>
        changeOf(api.POST('/api/v1/tenants/{slug}/staff/{staffId}/disable', { params, body: { reason } })),
    });
  }
  if (member.is_managed_here && member.disabled_at !== null) {
    actions.push({
      label: 'Enable again',
      send: (reason) =>
        changeOf(api.POST('/api/v1/tenants/{slug}/staff/{staffId}/enable', { params, body: { reason } })),
    });
  }
  return (
    <>
      <Actions
        actions={actions}
        onSent={() => {
          for (const read of ['member', 'staff']) void cache.invalidateQueries({ queryKey: [read, tenant] });
        }}
      />
      <SecretDialog
        title={secret?.title ?? ''}
        secret={secret?.text}
        follows="Give it to the person or the program that needs it."
        onClose={() => show(undefined)}
      />
    </>
  );
}

function Tokens({ tenant, member }: { tenant: string; member: Member }) {
  const may = useMay(tenant);
  const cache = useQueryClient();
  if (member.tokens.length === 0) return <Text size="sm">The service has no token yet.</Text>;
  return (
    <Card withBorder>
      <Title order={3} size="h5" mb="xs">
        Tokens
      </Title>
      <Table>
        <TableHead titles={['Label', 'Created', 'Expires', 'Change']} />
        <Table.Tbody>
          {member.tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td className="foreign">{token.label}</Table.Td>
              <Table.Td>
                <When at={token.created_at} />
              </Table.Td>
              <Table.Td>
                <When at={token.expires_at} />
              </Table.Td>
              <Table.Td>
                {token.revoked_at !== null && 'revoked'}
                {token.revoked_at === null && may('manage_staff') && (
                  <Actions
                    onSent={() => void cache.invalidateQueries({ queryKey: ['member', tenant] })}
                    actions={[
                      {
                        label: `Revoke ${token.label}`,
                        shown: 'Revoke',
                        follows: 'The token stops working at once.',
                        send: (reason) =>
                          emptyChangeOf(
                            api.DELETE('/api/v1/tenants/{slug}/staff/{staffId}/tokens/{tokenId}', {
                              params: {
                                path: { slug: tenant, staffId: member.id, tokenId: token.id },
                                query: { reason },
                              },
                            }),
                          ),
                      },
                    ]}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
