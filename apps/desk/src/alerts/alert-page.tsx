import { Badge, Button, Card, Group, Kbd, SimpleGrid, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Schemas } from '../api/client';
import { AllowCard } from '../allow-list/allow-card';
import { useCommands } from '../keys/commands';
import { OpenCaseDialog } from '../cases/open-case-dialog';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { ReasonDialog } from '../parts/reason-dialog';
import { Recorded } from '../parts/recorded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { alertsDecidedBy, pendingProposalsQuery } from '../proposals/queries';
import { WaitingProposal } from '../proposals/waiting-proposal';
import { CustomerCard } from './customer-card';
import { type Decision, DECISIONS, fits } from './decisions';
import { reopen } from './handling';
import { HandlingCard } from './handling-card';
import { HistoryCard } from './history-card';
import { MatchCard, type Match } from './match-card';
import { alertQuery, alertsQuery } from './queries';
import { RecomputeCard } from './recompute-card';
import { RuleCard } from './rule-card';
import { ruleEvidenceOf } from './rule-evidence';
import { SimilarCard } from './similar-card';
import { TransactionCard } from './transaction-card';
import { useFollowsOfClosing } from './two-people';

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
  const { data: proposed = [] } = useQuery(pendingProposalsQuery(tenant));
  const waiting = new Set(proposed.flatMap(alertsDecidedBy));
  // A second decision would only compete with the one that waits. Its proposer can withdraw it.
  const isOpen = isActive && !waiting.has(id);
  const decisions = DECISIONS.filter((each) => isOpen && may(each.permission) && fits(each, query.data!));
  const closes = deciding?.permission === 'decide' && query.data ? [query.data] : [];
  const follows = useFollowsOfClosing(tenant, deciding?.follows, closes);
  const [reopens, openReopening] = useState(false);
  const mayReopen = query.data?.reopened_as === null && !isActive && may('work_on_cases');
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
  const after = queue.slice(found >= 0 ? found + 1 : last.current).find((alert) => !waiting.has(alert.id))?.id;
  useCommands([
    ...decisions.map((decision) => ({ keys: decision.keys, label: decision.label, run: () => decide(decision) })),
    ...(mayReopen ? [{ keys: 'o', label: 'Reopen the alert', run: () => openReopening(true) }] : []),
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
          {isActive &&
            proposed
              .filter((one) => alertsDecidedBy(one).includes(id))
              .map((one) => <WaitingProposal key={one.id} proposal={one} />)}
          <Group gap={6}>
            {decisions.map((decision) => (
              <Button
                key={decision.keys}
                size="xs"
                px={8}
                variant="default"
                title={decision.follows}
                rightSection={<Kbd size="xs">{decision.keys}</Kbd>}
                onClick={() => decide(decision)}
              >
                {decision.label}
              </Button>
            ))}
            {mayReopen && (
              <Button
                size="xs"
                variant="default"
                rightSection={<Kbd size="xs">o</Kbd>}
                onClick={() => openReopening(true)}
              >
                Reopen
              </Button>
            )}
            {mayOpenCase && (
              <Button
                size="xs"
                px={8}
                variant="default"
                rightSection={<Kbd size="xs">c</Kbd>}
                onClick={() => openCase(true)}
              >
                Open a case
              </Button>
            )}
          </Group>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Stack>
              {alert.match && (
                <MatchCard tenant={tenant} match={alert.match as unknown as Match} evidence={alert.evidence} />
              )}
              <Why tenant={tenant} alert={alert} />
              {alert.event_id && <TransactionCard tenant={tenant} eventId={alert.event_id} />}
              {(alert.match || ruleEvidenceOf(alert.evidence)) && <RecomputeCard tenant={tenant} alertId={alert.id} />}
              <SimilarCard tenant={tenant} alertId={alert.id} />
              <AboutAlert alert={alert} />
            </Stack>
            <Stack>
              <CustomerCard tenant={tenant} id={alert.customer_id} alertId={alert.id} />
              {alert.match?.subject === 'counterparty' && <AllowCard tenant={tenant} alertId={alert.id} />}
              <HandlingCard tenant={tenant} alert={alert} onPutOff={() => open(after)} />
              {alert.reopened && (
                <Card withBorder>
                  <Title order={2} size="h5">
                    Why it was reopened
                  </Title>
                  <Text className="foreign">{alert.reopened.reason}</Text>
                  <Text size="xs" c="dimmed">
                    {alert.reopened.officer}
                  </Text>
                </Card>
              )}
              <Card withBorder>
                <Title order={2} size="h5" mb="sm">
                  Decisions
                </Title>
                <Decisions alert={alert} />
              </Card>
              <HistoryCard tenant={tenant} customerId={alert.customer_id} />
            </Stack>
          </SimpleGrid>
          <ReasonDialog
            title={deciding?.label}
            about={alert.title}
            follows={follows}
            send={(reason) => deciding!.send(tenant, alert.id, reason)}
            onClose={() => decide(undefined)}
            onSent={decided}
          />
          <ReasonDialog
            title={reopens ? 'Reopen the alert' : undefined}
            follows="A new alert about the same is raised. This one stays as it was decided."
            send={(reason) => reopen(tenant, alert.id, reason)}
            onClose={() => openReopening(false)}
            onSent={(change) => 'done' in change && open(change.done.id)}
          />
          <OpenCaseDialog tenant={tenant} alert={alert} opened={opensCase} onClose={() => openCase(false)} />
        </Stack>
      )}
    </Loaded>
  );
}

function Why({ tenant, alert }: { tenant: string; alert: Alert }) {
  const rule = ruleEvidenceOf(alert.evidence);
  return rule && <RuleCard tenant={tenant} customer_id={alert.customer_id} evidence={rule} />;
}

const AboutAlert = ({ alert }: { alert: Alert }) => (
  <Card withBorder>
    <Title order={2} size="h5">
      About the alert
    </Title>
    <Facts
      facts={[
        ['found by', alert.source],
        ['raised', <When key="raised" at={alert.created_at} />],
        ['triggered by', alert.event_id === null ? alert.trigger_ref?.replace(/^tenant:/, 'your own list, ') : null],
        ['alert', alert.id],
        [
          'group',
          alert.group_id && alert.group_alerts > 1 && (
            <To key="group" page="groups" id={alert.group_id}>
              {`${alert.group_alerts} active alerts about the same`}
            </To>
          ),
        ],
        ['reopens', alert.reopened && <ToAlert key="reopens" id={alert.reopened.alert_id} />],
        ['reopened as', alert.reopened_as && <ToAlert key="as" id={alert.reopened_as} />],
        [
          'case',
          alert.case_id && (
            <To page="cases" id={alert.case_id}>
              open the case
            </To>
          ),
        ],
      ]}
    />
    <Recorded value={alert.evidence} />
  </Card>
);

const ToAlert = ({ id }: { id: string }) => (
  <To page="alerts" id={id}>
    {id}
  </To>
);

function Decisions({ alert }: { alert: Alert }) {
  if (alert.decisions.length === 0) return <Text size="sm">Not decided yet.</Text>;
  return (
    <Timeline bulletSize={14}>
      {alert.decisions.map(({ decision, resolution, reason, officer, decided_at }) => (
        <Timeline.Item
          key={decided_at}
          title={`${decision}${resolution === null ? '' : ` as ${resolution.replaceAll('_', ' ')}`} by ${officer}`}
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
