import { Anchor, Button, Card, Group, Kbd, SimpleGrid, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Change, changeOf } from '../api/client';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Outline } from '../parts/outline';
import { ReasonDialog } from '../parts/reason-dialog';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { Backtests, WhatItFound } from './rule-figures';
import { useCommands } from '../keys/commands';
import { type Mode, MODES } from './filters';
import { type Rule, textOf } from './template';
import { ruleQuery, versionsQuery } from './queries';

const CHANGES: Record<Mode, { keys: string; label: string; follows: string }> = {
  active: { keys: 'm a', label: 'Activate', follows: 'The rule raises alerts for events from now on.' },
  shadow: {
    keys: 'm s',
    label: 'Run as shadow',
    follows: 'The rule is evaluated and its hits are stored, but it raises no alerts.',
  },
  disabled: { keys: 'm d', label: 'Disable', follows: 'The rule is not evaluated any more.' },
};

/** A monitoring rule: what it looks for, its versions, and its mode. */
export function RulePage() {
  const { tenant, id } = useParams({ from: '/$tenant/rules/$id' });
  const may = useMay(tenant);
  const cache = useQueryClient();
  const query = useQuery(ruleQuery(tenant, id));
  const versions = useQuery(versionsQuery(tenant, id));
  const [chosen, choose] = useState<Mode>();
  return (
    <Loaded query={query}>
      {({ definition: { name, description, reason, condition, ...rest }, mode, version, key }) => (
        <Stack>
          <Group gap="xs">
            <Title order={1} size="h3" className="foreign">
              {String(name)}
            </Title>
            <Word word={mode} />
            <Actions tenant={tenant} id={id} mode={mode} choose={choose} />
          </Group>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Card withBorder>
              <Title order={2} size="h5">
                About the rule
              </Title>
              <Facts
                facts={[
                  ['what it finds', String(description)],
                  ['why', String(reason)],
                  ['key', key],
                  ...Object.entries(rest).map(
                    ([field, value]) => [field.replaceAll('_', ' '), <Outline key={field} value={value} />] as const,
                  ),
                ]}
              />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5">
                Condition
              </Title>
              <pre className="definition foreign">{textOf(condition)}</pre>
            </Card>
            {may('read_customers') && (
              <Card withBorder>
                <Title order={2} size="h5" mb="sm">
                  What it found in 90 days
                </Title>
                <WhatItFound tenant={tenant} id={id} />
              </Card>
            )}
            {may('read_customers') && (
              <Card withBorder>
                <Title order={2} size="h5" mb="sm">
                  Backtests
                </Title>
                <Backtests tenant={tenant} id={id} />
              </Card>
            )}
            <Card withBorder>
              <Group justify="space-between" mb="sm">
                <Title order={2} size="h5">
                  Versions
                </Title>
                {version > 1 && (
                  <Anchor component={Link} to={`/${tenant}/rules/${id}/versions`} size="sm">
                    Compare
                  </Anchor>
                )}
              </Group>
              <Loaded query={versions}>
                {(all) => (
                  <Timeline bulletSize={14}>
                    {all.map((one) => (
                      <Timeline.Item key={one.version} title={`Version ${one.version}: ${one.mode}`}>
                        <Text size="xs" c="dimmed">
                          <When at={one.updated_at} />
                        </Text>
                      </Timeline.Item>
                    ))}
                  </Timeline>
                )}
              </Loaded>
            </Card>
          </SimpleGrid>
          <ReasonDialog
            title={chosen && CHANGES[chosen].label}
            follows={chosen && CHANGES[chosen].follows}
            onClose={() => choose(undefined)}
            onSent={(change: Change<Rule>) => {
              choose(undefined);
              if ('done' in change) cache.setQueryData(ruleQuery(tenant, id).queryKey, change.done);
              void cache.invalidateQueries({ queryKey: ['rules', tenant] });
              for (const read of ['rule', 'rule-versions']) {
                void cache.invalidateQueries({ queryKey: [read, tenant, id] });
              }
            }}
            send={(why) =>
              changeOf(
                api.PUT('/api/v1/tenants/{slug}/monitoring-rules/{ruleId}/mode', {
                  params: { path: { slug: tenant, ruleId: id } },
                  // Nothing changes if another person changed the rule in the meantime.
                  body: { mode: chosen!, reason: why, expected_version: version },
                }),
              )
            }
          />
        </Stack>
      )}
    </Loaded>
  );
}

interface ActionsProps {
  tenant: string;
  id: string;
  mode: Mode;
  choose: (mode: Mode) => void;
}

/** What a person may do with the rule, with its keys. */
function Actions({ tenant, id, mode, choose }: ActionsProps) {
  const may = useMay(tenant);
  const navigate = useNavigate();
  const mayChange = may('configure_compliance');
  const mayWrite = mayChange || may('run_backtests');
  const modes = mayChange ? MODES.filter((other) => other !== mode) : [];
  const edit = () => void navigate({ to: '/$tenant/rules/$id/edit', params: { tenant, id } });
  const compare = () => void navigate({ to: '/$tenant/rules/$id/versions', params: { tenant, id } });
  useCommands([
    ...modes.map((other) => ({ keys: CHANGES[other].keys, label: CHANGES[other].label, run: () => choose(other) })),
    ...(mayWrite ? [{ keys: 'e', label: 'Write another version', run: edit }] : []),
    { keys: 'v', label: 'Compare versions', run: compare },
    { keys: 'u', label: 'Back to the rules', run: () => void navigate({ to: '/$tenant/rules', params: { tenant } }) },
  ]);
  return (
    <>
      {mayWrite && (
        <Button size="xs" variant="default" onClick={edit} rightSection={<Kbd size="xs">e</Kbd>}>
          Edit
        </Button>
      )}
      {modes.map((other) => (
        <Button
          key={other}
          size="xs"
          variant="default"
          onClick={() => choose(other)}
          rightSection={<Kbd size="xs">{CHANGES[other].keys}</Kbd>}
        >
          {CHANGES[other].label}
        </Button>
      ))}
    </>
  );
}
