import { Button, Card, Group, SimpleGrid, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf } from '../api/client';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Outline } from '../parts/outline';
import { ReasonDialog } from '../parts/reason-dialog';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { type Mode, MODES } from './filters';
import { ruleQuery, versionsQuery } from './queries';

const CHANGES: Record<Mode, { label: string; follows: string }> = {
  active: { label: 'Activate', follows: 'The rule raises alerts for events from now on.' },
  shadow: {
    label: 'Run as shadow',
    follows: 'The rule is evaluated and its hits are stored, but it raises no alerts.',
  },
  disabled: { label: 'Disable', follows: 'The rule is not evaluated any more.' },
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
            {may('configure_compliance') &&
              MODES.filter((other) => other !== mode).map((other) => (
                <Button key={other} size="xs" variant="default" onClick={() => choose(other)}>
                  {CHANGES[other].label}
                </Button>
              ))}
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
              <Outline value={condition} />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5" mb="sm">
                Versions
              </Title>
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
            onSent={() => {
              choose(undefined);
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
