import { Anchor, Badge, Button, Card, Group, Kbd, SimpleGrid, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { OpenCaseDialog } from '../cases/open-case-dialog';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Outline } from '../parts/outline';
import { ReasonDialog } from '../parts/reason-dialog';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { type Decision, DECISIONS } from './decisions';
import { HandlingCard } from './handling-card';
import { MatchCard, type Match } from './match-card';
import { alertQuery, alertsQuery } from './queries';

type Alert = Schemas['AlertDetail'];

/** One alert with what an officer needs to decide it. After a decision, the next alert of the queue is shown. */
export function AlertPage() {
  const { tenant, id } = useParams({ from: '/$tenant/alerts/$id' });
  // Another alert is another page: no dialog or text of the one before it stays.
  return <OneAlert key={id} tenant={tenant} id={id} />;
}

function OneAlert({ tenant, id }: { tenant: string; id: string }) {
  const filters = useSearch({ from: '/$tenant/alerts/$id' });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const may = useMay(tenant);
  const query = useQuery(alertQuery(tenant, id));
  const { data: queue = [] } = useQuery(alertsQuery(tenant, filters));
  const [deciding, decide] = useState<Decision>();
  const [opensCase, openCase] = useState(false);
  const isActive = query.data?.status === 'open' || query.data?.status === 'escalated';
  const decisions = isActive ? DECISIONS.filter(({ permission }) => may(permission)) : [];
  const mayOpenCase = query.data?.case_id === null && may('work_on_cases');

  const back = () => void navigate({ to: '/$tenant/alerts', params: { tenant }, search: filters });
  const open = (next: string | undefined) =>
    next === undefined
      ? back()
      : void navigate({ to: '/$tenant/alerts/$id', params: { tenant, id: next }, search: filters });
  const found = queue.findIndex((alert) => alert.id === id);
  const last = useRef(0);
  if (found >= 0) last.current = found;
  // When the alert has left the list, for example because it was put off, the next one has its place.
  const after = queue[found >= 0 ? found + 1 : last.current]?.id;
  useCommands([
    ...decisions.map((decision) => ({ keys: decision.keys, label: decision.label, run: () => decide(decision) })),
    ...(mayOpenCase ? [{ keys: 'c', label: 'Open a case', run: () => openCase(true) }] : []),
    { keys: 'j', label: 'Next alert', run: () => open(after) },
    { keys: 'k', label: 'Previous alert', run: () => open(queue[last.current - 1]?.id) },
    { keys: 'u', label: 'Back to the queue', run: back },
  ]);
  const decided = () => {
    decide(undefined);
    void cache.invalidateQueries({ queryKey: ['alerts', tenant] });
    void cache.invalidateQueries({ queryKey: ['alert', tenant, id] });
    open(after);
  };
  return (
    <Loaded query={query}>
      {(alert) => (
        <Stack>
          <Group justify="space-between" align="start" wrap="nowrap">
            <div>
              <Group gap="xs">
                <Word word={alert.severity} />
                <Word word={alert.status} />
                <Badge variant="default" tt="none">
                  {alert.alert_type.replaceAll('_', ' ')}
                </Badge>
              </Group>
              <Title order={1} size="h3" mt={6} className="foreign">
                {alert.title}
              </Title>
            </div>
            <Button variant="default" size="xs" flex="none" onClick={back} rightSection={<Kbd size="xs">u</Kbd>}>
              Queue
            </Button>
          </Group>
          <Group gap="xs">
            {decisions.map((decision) => (
              <Button
                key={decision.keys}
                size="xs"
                variant="default"
                rightSection={<Kbd size="xs">{decision.keys}</Kbd>}
                onClick={() => decide(decision)}
              >
                {decision.label}
              </Button>
            ))}
            {mayOpenCase && (
              <Button size="xs" variant="default" rightSection={<Kbd size="xs">c</Kbd>} onClick={() => openCase(true)}>
                Open a case
              </Button>
            )}
          </Group>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {alert.match && <MatchCard match={alert.match as unknown as Match} evidence={alert.evidence} />}
            <Card withBorder>
              <Title order={2} size="h5">
                About the alert
              </Title>
              <AboutAlert alert={alert} tenant={tenant} />
            </Card>
            <HandlingCard tenant={tenant} alert={alert} onPutOff={() => open(after)} />
            <Card withBorder>
              <Title order={2} size="h5">
                Evidence
              </Title>
              <Outline value={alert.evidence} />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5" mb="sm">
                Decisions
              </Title>
              <Decisions alert={alert} />
            </Card>
          </SimpleGrid>
          <ReasonDialog
            title={deciding?.label}
            follows={deciding?.follows}
            send={(reason) => deciding!.send(tenant, alert.id, reason)}
            onClose={() => decide(undefined)}
            onSent={decided}
          />
          <OpenCaseDialog tenant={tenant} alert={alert} opened={opensCase} onClose={() => openCase(false)} />
        </Stack>
      )}
    </Loaded>
  );
}

function AboutAlert({ alert, tenant }: { alert: Alert; tenant: string }) {
  return (
    <Facts
      facts={[
        [
          'customer',
          <Anchor
            key="customer"
            component={Link}
            to="/$tenant/customers/$id"
            params={{ tenant, id: alert.customer_id } as never}
          >
            {alert.customer_id}
          </Anchor>,
        ],
        ['source', alert.source],
        ['triggered by', alert.trigger_ref],
        ['raised', <When key="raised" at={alert.created_at} />],
        ['event', alert.event_id],
        [
          'case',
          alert.case_id && (
            <Anchor component={Link} to="/$tenant/cases/$id" params={{ tenant, id: alert.case_id } as never}>
              {alert.case_id}
            </Anchor>
          ),
        ],
      ]}
    />
  );
}

function Decisions({ alert }: { alert: Alert }) {
  if (alert.decisions.length === 0) return <Text>Not decided yet.</Text>;
  return (
    <Timeline bulletSize={14}>
      {alert.decisions.map(({ decision, resolution, reason, officer, decided_at }) => (
        <Timeline.Item
          key={decided_at}
          title={`${decision}${resolution === null ? '' : ` as ${resolution}`} by ${officer}`}
        >
          <Text size="sm" className="foreign">
            {reason}
          </Text>
          <Text size="xs" c="dimmed">
            <When at={decided_at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
