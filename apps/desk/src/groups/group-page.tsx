import { Button, Group, Kbd, List, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import type { DecisionTogether } from '../alerts/decisions';
import { useFollowsOfClosing } from '../alerts/two-people';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { ReasonDialog } from '../parts/reason-dialog';
import { type Column, Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { outcomeText } from './outcome-text';
import { alertsOfGroupQuery, decideTogether, groupQuery, MAX_TOGETHER, type Outcome } from './queries';

type Decision = DecisionTogether & { keys: string; label: string; follows: string };

/** The keys of the decisions on one alert. */
const DECISIONS: Decision[] = [
  {
    keys: 'd',
    label: 'Dismiss all as false',
    decision: 'dismiss',
    follows: 'The alerts close and no longer count in the score.',
  },
  {
    keys: 'h',
    label: 'Resolve all as handled',
    decision: 'resolve',
    resolution: 'handled',
    follows: 'The alerts were true and are dealt with.',
  },
  {
    keys: 'm',
    label: 'Confirm all matches',
    decision: 'resolve',
    resolution: 'confirmed_match',
    follows: 'The party is the listed one.',
  },
  {
    keys: 'r',
    label: 'Resolve all as reported',
    decision: 'resolve',
    resolution: 'reported',
    follows: 'A report about each customer went to the authority.',
  },
];

const COLUMNS: Column<Schemas['StaffAlert']>[] = [
  { title: 'Severity', width: 115, cell: ({ severity }) => <Word word={severity} /> },
  {
    title: 'Alert',
    cell: ({ id, title }) => (
      <To page="alerts" id={id}>
        {title}
      </To>
    ),
  },
  {
    title: 'Customer',
    cell: ({ customer_id, customer_name }) => (
      <To page="customers" id={customer_id}>
        {customer_name ?? customer_id}
      </To>
    ),
  },
  { title: 'Assigned to', width: 150, cell: ({ assignee }) => assignee ?? '' },
  { title: 'Due', width: 140, cell: ({ due_at }) => <When at={due_at} /> },
];

/** The alerts of a group, and decisions on all of them. */
export function GroupPage() {
  const { tenant, id } = useParams({ from: '/$tenant/groups/$id' });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const may = useMay(tenant);
  const query = useQuery(alertsOfGroupQuery(tenant, id));
  const { data: group } = useQuery(groupQuery(tenant, id));
  const [deciding, decide] = useState<{ how: Decision; alertIds: string[] }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const alerts = query.data ?? [];
  const ofDialog = alerts.filter((alert) => deciding?.alertIds.includes(alert.id));
  const follows = useFollowsOfClosing(tenant, deciding?.how.follows, ofDialog);
  const decisions = may('decide') && alerts.length > 0 ? DECISIONS : [];
  // What is decided is what was shown when the dialog was opened, also when further alerts are raised meanwhile.
  const choose = (how: Decision) => decide({ how, alertIds: alerts.map((alert) => alert.id) });
  useCommands([
    ...decisions.map((how) => ({ keys: how.keys, label: how.label, run: () => choose(how) })),
    { keys: 'u', label: 'Back to the groups', run: () => void navigate({ to: '/$tenant/groups', params: { tenant } }) },
  ]);
  const send = async (reason: string) => {
    const { how, alertIds } = deciding!;
    const { decision, resolution } = how;
    return { done: await decideTogether(tenant, alertIds, { decision, resolution }, reason) };
  };
  const decided = (made: Outcome) => {
    const color = made.failed.length > 0 ? 'red' : made.proposed.length > 0 ? 'yellow' : 'green';
    notifications.show({ color, message: outcomeText(made) });
    setOutcome(made);
    decide(undefined);
    void cache.invalidateQueries({ queryKey: ['alerts', tenant] });
  };
  return (
    <Stack>
      <Title order={1} size="h3" className="foreign">
        {group ? `Alerts about the ${group.subject.replaceAll('_', ' ')} ${group.subject_name}` : 'A group of alerts'}
      </Title>
      {group && (
        <Text size="sm" className="foreign">
          It is like {group.matched_name} on {group.list === 'tenant' ? 'your own list' : group.list}: {group.alerts}{' '}
          active alerts of {group.customers} customers
        </Text>
      )}
      {group && group.alerts > MAX_TOGETHER && (
        <Text size="sm">
          One decision closes the {MAX_TOGETHER} alerts that are due first. Repeat it for the others.
        </Text>
      )}
      <Group gap="xs">
        {decisions.map((how) => (
          <Button
            key={how.keys}
            size="xs"
            variant="default"
            rightSection={<Kbd size="xs">{how.keys}</Kbd>}
            onClick={() => choose(how)}
          >
            {how.label}
          </Button>
        ))}
      </Group>
      {outcome && outcome.failed.length > 0 && (
        <List size="sm" role="alert">
          {outcome.failed.map(({ alert_id, message }) => (
            <List.Item key={alert_id} className="foreign">
              {message}
            </List.Item>
          ))}
        </List>
      )}
      {outcome?.proposal_id && (
        <Text size="sm">
          <To page="proposals" id={outcome.proposal_id}>
            The proposal that waits for another person
          </To>
        </Text>
      )}
      <Loaded query={query}>
        {(shown) => (
          <Rows
            rows={shown}
            what="alert"
            idOf={(alert) => alert.id}
            open={(alert) => void navigate({ to: '/$tenant/alerts/$id', params: { tenant, id: alert.id } })}
            go={() => {}}
            columns={COLUMNS}
          />
        )}
      </Loaded>
      <ReasonDialog
        title={deciding && `${deciding.how.label}: ${deciding.alertIds.length}`}
        follows={follows}
        quiet
        send={send}
        onClose={() => decide(undefined)}
        onSent={(change) => 'done' in change && decided(change.done)}
      />
    </Stack>
  );
}
