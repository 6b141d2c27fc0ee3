import { Button, Card, Group, Kbd, NumberInput, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf, type Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { Loaded } from '../parts/loaded';
import { ReasonDialog } from '../parts/reason-dialog';
import { useMay } from '../session/session';
import { mergePatch } from './merge-patch';
import { fourEyesQuery } from './queries';

type Policy = Schemas['FourEyesPolicy'];
type Switched = Exclude<keyof Policy, 'expires_after_hours'>;

const SWITCHES: Record<Switched, string> = {
  critical_alerts: 'Resolving and dismissing critical sanctions alerts',
  kyc: 'Confirming and rejecting the identity of a customer',
  rules: 'Disabling and loosening monitoring rules by staff',
  institution_rules: 'Disabling and loosening monitoring rules with an API key of the institution',
  settings: 'Stages, thresholds, scoring and the other settings, and activating providers',
  keys: 'Creating and rotating API keys',
  allow_list: 'Adding counterparties to the allow-list',
  reports: 'Approving reports of suspicious activity',
  staff: 'Giving access to staff, once a second person could approve it',
  personal_data: 'Erasing and exporting the data of a customer',
};

/** For which changes the tenant needs two people. */
export function FourEyesPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/four-eyes' });
  const query = useQuery(fourEyesQuery(tenant));
  return (
    <Loaded query={query}>
      {({ version, policy }) => <PolicyForm key={version} tenant={tenant} stored={policy} />}
    </Loaded>
  );
}

function PolicyForm({ tenant, stored }: { tenant: string; stored: Policy }) {
  const may = useMay(tenant);
  const cache = useQueryClient();
  const [policy, setPolicy] = useState(stored);
  const [asks, ask] = useState(false);
  const patch = mergePatch(stored, policy);
  const readOnly = !may('set_four_eyes');
  useCommands(!readOnly && patch ? [{ keys: 's', label: 'Save the policy', run: () => ask(true) }] : []);
  return (
    <Stack maw={760}>
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          Two people are needed for
        </Title>
        <Stack gap="sm">
          {(Object.keys(SWITCHES) as Switched[]).map((name) => (
            <Switch
              key={name}
              label={SWITCHES[name]}
              checked={policy[name]}
              disabled={readOnly}
              onChange={({ currentTarget: { checked } }) => setPolicy({ ...policy, [name]: checked })}
            />
          ))}
          <NumberInput
            label="Hours after which a proposal expires"
            value={policy.expires_after_hours}
            min={1}
            max={720}
            allowDecimal={false}
            hideControls
            disabled={readOnly}
            w={330}
            onChange={(value) => setPolicy({ ...policy, expires_after_hours: Number(value) })}
          />
        </Stack>
      </Card>
      {!readOnly && (
        <Group>
          <Button size="xs" disabled={!patch} onClick={() => ask(true)} rightSection={<Kbd size="xs">s</Kbd>}>
            Save
          </Button>
          <Text size="sm" c="dimmed">
            Demanding less is itself a change that needs two people.
          </Text>
        </Group>
      )}
      <ReasonDialog
        title={asks ? 'Save the policy' : undefined}
        onClose={() => ask(false)}
        onSent={() => {
          ask(false);
          void cache.invalidateQueries({ queryKey: ['four-eyes', tenant] });
        }}
        send={(reason) =>
          changeOf(
            api.PATCH('/api/v1/tenants/{slug}/four-eyes', {
              params: { path: { slug: tenant } },
              body: { policy: patch!, reason },
            }),
          )
        }
      />
    </Stack>
  );
}
