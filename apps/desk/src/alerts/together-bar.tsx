import { Button, Group, Kbd, List, Paper, Progress, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Change } from '../api/client';
import { messageOf } from '../api/errors';
import { useCommands } from '../keys/commands';
import { ReasonDialog } from '../parts/reason-dialog';
import { useMay } from '../session/session';
import { decideTogether } from '../groups/queries';
import { type Decision, DECISIONS, type DecisionTogether, fits } from './decisions';
import { assign, snooze } from './handling';
import type { ListedAlert } from './queries';
import { SnoozeDialog } from './snooze-dialog';
import { useFollowsOfClosing } from './two-people';

/** One request at a time, so that a person's large batch waits behind itself. */
type Step = (alertId: string) => Promise<Change<unknown>>;
interface Outcome {
  done: number;
  proposed: number;
  failed: { alert: ListedAlert; message: string }[];
}

interface TogetherBarProps {
  tenant: string;
  alerts: readonly ListedAlert[];
  select: (ids: ReadonlySet<string>) => void;
}

/** What a person can do with several alerts together. Each alert gets a decision of its own, with the same reason. */
export function TogetherBar({ tenant, alerts, select }: TogetherBarProps) {
  const may = useMay(tenant);
  const cache = useQueryClient();
  const [deciding, decide] = useState<Decision>();
  const follows = useFollowsOfClosing(tenant, deciding?.follows, deciding?.permission === 'decide' ? alerts : []);
  const [snoozes, openSnooze] = useState(false);
  const [past, count] = useState({ done: 0, of: 0 });
  const running = useMutation({
    mutationFn: (work: () => Promise<Outcome>) => work(),
    onSuccess: (outcome) => {
      tell(outcome);
      void cache.invalidateQueries({ queryKey: ['alerts', tenant] });
      select(new Set(outcome.failed.map(({ alert }) => alert.id)));
    },
  });
  const run = async (step: Step) => ({
    done: await running.mutateAsync(() => oneByOne(alerts, step, (done) => count({ done, of: alerts.length }))),
  });
  const send = async ({ together, send: sendOne }: Decision, reason: string) => {
    if (!together) return run((alertId) => sendOne(tenant, alertId, reason));
    count({ done: 0, of: 0 });
    return { done: await running.mutateAsync(() => inOneRequest(tenant, alerts, together, reason)) };
  };
  const decisions = DECISIONS.filter((each) => may(each.permission) && alerts.every((alert) => fits(each, alert)));
  useCommands(
    decisions.map((decision) => ({
      keys: decision.keys,
      label: `${decision.label}: the selected alerts`,
      run: () => !running.isPending && decide(decision),
    })),
  );
  return (
    <Paper withBorder p="xs" mb="sm" role="region" aria-label="Selected alerts">
      <Group gap="xs">
        <Text size="sm">{alerts.length} selected</Text>
        <Button
          size="xs"
          variant="default"
          disabled={running.isPending}
          onClick={() => void run(async (alertId) => ({ done: await assign(tenant, alertId, 'me', true) }))}
        >
          Assign to me
        </Button>
        <Button size="xs" variant="default" disabled={running.isPending} onClick={() => openSnooze(true)}>
          Put off
        </Button>
        {decisions.map((decision) => (
          <Button
            key={decision.keys}
            size="xs"
            variant="default"
            disabled={running.isPending}
            rightSection={<Kbd size="xs">{decision.keys}</Kbd>}
            onClick={() => decide(decision)}
          >
            {decision.label}
          </Button>
        ))}
        <Button size="xs" variant="subtle" disabled={running.isPending} onClick={() => select(new Set())}>
          Clear
        </Button>
      </Group>
      {running.isPending && past.of > 0 && (
        <Progress mt="xs" value={(100 * past.done) / past.of} aria-label={`${past.done} of ${past.of}`} />
      )}
      {!running.isPending && running.data && running.data.failed.length > 0 && (
        <List size="sm" mt="xs" role="alert">
          {running.data.failed.map(({ alert, message }) => (
            <List.Item key={alert.id} className="foreign">
              {alert.title}: {message}
            </List.Item>
          ))}
        </List>
      )}
      <ReasonDialog
        title={deciding && `${deciding.label}: ${alerts.length} alerts`}
        follows={follows}
        quiet
        send={(reason) => send(deciding!, reason)}
        onClose={() => decide(undefined)}
        onSent={() => decide(undefined)}
      />
      <SnoozeDialog
        opened={snoozes}
        quiet
        send={(until, reason) => run(async (alertId) => ({ done: await snooze(tenant, alertId, until, reason) }))}
        onClose={() => openSnooze(false)}
        onSent={() => openSnooze(false)}
      />
    </Paper>
  );
}

async function oneByOne(
  alerts: readonly ListedAlert[],
  step: Step,
  progress: (done: number) => void,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, proposed: 0, failed: [] };
  for (const [index, alert] of alerts.entries()) {
    progress(index);
    try {
      const change = await step(alert.id);
      if ('proposed' in change) outcome.proposed++;
      else outcome.done++;
    } catch (error) {
      outcome.failed.push({ alert, message: messageOf(error) });
    }
  }
  return outcome;
}

/** The server decides each, and makes one proposal of those that need two people. */
async function inOneRequest(
  tenant: string,
  alerts: readonly ListedAlert[],
  how: DecisionTogether,
  reason: string,
): Promise<Outcome> {
  const ids = alerts.map(({ id }) => id);
  const { decided, proposed, failed } = await decideTogether(tenant, ids, how, reason);
  const withAlert = failed.flatMap(({ alert_id, message }) => {
    const alert = alerts.find(({ id }) => id === alert_id);
    return alert ? [{ alert, message }] : [];
  });
  return { done: decided.length, proposed: proposed.length, failed: withAlert };
}

function tell({ done, proposed, failed }: Outcome): void {
  const counts = [
    done > 0 && `${done} done`,
    proposed > 0 && `${proposed} proposed: another person must approve them`,
    failed.length > 0 && `${failed.length} not done, the first because ${failed[0]!.message}`,
  ];
  notifications.show({
    color: failed.length > 0 ? 'red' : proposed > 0 ? 'yellow' : 'green',
    message: `${counts.filter(Boolean).join('; ')}.`,
  });
}
