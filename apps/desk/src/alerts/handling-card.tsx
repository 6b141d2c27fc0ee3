import { Button, Card, Group, Kbd, Select, Stack, TagsInput, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { ReasonDialog } from '../parts/reason-dialog';
import { When } from '../parts/when';
import { useMay, useMe } from '../session/session';
import { assign, snooze, tag } from './handling';
import { assigneesQuery } from './queries';
import { SnoozeDialog } from './snooze-dialog';

const UNASSIGNED = 'none';

interface HandlingCardProps {
  tenant: string;
  alert: Schemas['AlertDetail'];
  /** the alert was put off */
  onPutOff: () => void;
}

/** Who works on an alert, until when it is put off, and its tags. */
export function HandlingCard({ tenant, alert, onPutOff }: HandlingCardProps) {
  const may = useMay(tenant);
  const me = useMe();
  const cache = useQueryClient();
  const [snoozes, openSnooze] = useState(false);
  const [ends, openEnd] = useState(false);
  const isActive = alert.status === 'open' || alert.status === 'escalated';
  const mayHandle = may('work_on_cases');
  const mayMove = isActive && mayHandle;
  const isSnoozed = alert.snoozed_until !== null && Date.parse(alert.snoozed_until) > Date.now();
  const { data: staff = [] } = useQuery({ ...assigneesQuery(tenant), enabled: mayMove });
  /** Resolves when the page shows the change. */
  const changed = async (): Promise<void> => {
    void cache.invalidateQueries({ queryKey: ['alerts', tenant] });
    await cache.invalidateQueries({ queryKey: ['alert', tenant, alert.id] });
  };
  const assigning = useMutation({
    // What is shown may be a few seconds old: nothing is taken from a colleague who was faster.
    mutationFn: (to: string) => assign(tenant, alert.id, to, to === 'me' && alert.assignee_id === null),
    onSettled: changed,
  });
  const tagging = useMutation({ mutationFn: (tags: string[]) => tag(tenant, alert.id, tags), onSettled: changed });
  const isMine = alert.assignee_id === me.id;
  useCommands(
    mayMove
      ? [
          isMine
            ? { keys: 'a', label: 'Hand the alert back', run: () => assigning.mutate(UNASSIGNED) }
            : { keys: 'a', label: 'Assign the alert to me', run: () => assigning.mutate('me') },
          { keys: 's', label: 'Put the alert off', run: () => openSnooze(true) },
        ]
      : [],
  );
  const known = staff.some(({ id }) => id === alert.assignee_id);
  const others =
    alert.assignee_id === null || known ? [] : [{ id: alert.assignee_id, name: alert.assignee ?? alert.assignee_id }];
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        Work
      </Title>
      <Stack gap="sm">
        <Text size="sm">
          Due <When at={alert.due_at} />
          {isSnoozed && (
            <>
              , put off until <When at={alert.snoozed_until!} />
            </>
          )}
        </Text>
        <Group align="end">
          <Select
            label="Assigned to"
            size="xs"
            data={[
              { value: UNASSIGNED, label: 'no member of staff' },
              ...[...staff, ...others].map(({ id, name }) => ({
                value: id,
                label: id === me.id ? `${name} (you)` : name,
              })),
            ]}
            value={alert.assignee_id ?? UNASSIGNED}
            onChange={(to) => to !== null && assigning.mutate(to)}
            disabled={!mayMove}
            readOnly={assigning.isPending}
            allowDeselect={false}
            searchable
          />
          {mayMove && (
            <Button
              size="xs"
              variant="default"
              rightSection={<Kbd size="xs">a</Kbd>}
              loading={assigning.isPending}
              onClick={() => assigning.mutate(isMine ? UNASSIGNED : 'me')}
            >
              {isMine ? 'Hand back' : 'Assign to me'}
            </Button>
          )}
          {mayMove && (
            <Button size="xs" variant="default" rightSection={<Kbd size="xs">s</Kbd>} onClick={() => openSnooze(true)}>
              Put off
            </Button>
          )}
          {mayMove && isSnoozed && (
            <Button size="xs" variant="default" onClick={() => openEnd(true)}>
              No longer put off
            </Button>
          )}
        </Group>
        <TagsInput
          label="Tags"
          description="Words of your institution, without personal data"
          size="xs"
          value={tagging.isPending ? tagging.variables : alert.tags}
          onChange={(tags) => tagging.mutate(tags.map((each) => each.toLowerCase().trim().replaceAll(/\s+/g, '-')))}
          disabled={!mayHandle}
          readOnly={tagging.isPending}
          maxTags={20}
        />
      </Stack>
      <SnoozeDialog
        opened={snoozes}
        send={(until, reason) => snooze(tenant, alert.id, until, reason)}
        onClose={() => openSnooze(false)}
        onSent={() => {
          openSnooze(false);
          void changed();
          onPutOff();
        }}
      />
      <ReasonDialog
        title={ends ? 'No longer put off' : undefined}
        follows="The queue shows the alert again."
        send={async (reason) => ({ done: await snooze(tenant, alert.id, 'now', reason) })}
        onClose={() => openEnd(false)}
        onSent={() => {
          openEnd(false);
          void changed();
        }}
      />
    </Card>
  );
}
