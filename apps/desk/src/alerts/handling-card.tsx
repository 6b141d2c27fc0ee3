import { Button, Card, Group, Kbd, Select, Stack, TagsInput, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { When } from '../parts/when';
import { useMay, useMe } from '../session/session';
import { assign, snooze, tag } from './handling';
import { assigneesQuery } from './queries';
import { SnoozeDialog } from './snooze-dialog';

const UNASSIGNED = 'none';

interface HandlingCardProps {
  tenant: string;
  alert: Schemas['AlertDetail'];
}

/** Who works on an alert, until when it is put off, and its tags. */
export function HandlingCard({ tenant, alert }: HandlingCardProps) {
  const may = useMay(tenant);
  const me = useMe();
  const cache = useQueryClient();
  const [snoozes, openSnooze] = useState(false);
  const isActive = alert.status === 'open' || alert.status === 'escalated';
  const mayHandle = may('work_on_cases');
  const mayMove = isActive && mayHandle;
  const isSnoozed = alert.snoozed_until !== null && Date.parse(alert.snoozed_until) > Date.now();
  const { data: staff = [] } = useQuery({ ...assigneesQuery(tenant), enabled: mayMove });
  const changed = () => {
    void cache.invalidateQueries({ queryKey: ['alert', tenant, alert.id] });
    void cache.invalidateQueries({ queryKey: ['alerts', tenant] });
  };
  const assigning = useMutation({
    mutationFn: (to: string) => assign(tenant, alert.id, to),
    onSuccess: changed,
  });
  const tagging = useMutation({ mutationFn: (tags: string[]) => tag(tenant, alert.id, tags), onSuccess: changed });
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
            disabled={!mayMove || assigning.isPending}
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
        </Group>
        <TagsInput
          label="Tags"
          description="Words of your institution, without personal data"
          size="xs"
          value={alert.tags}
          onChange={(tags) => tagging.mutate(tags.map((each) => each.toLowerCase().trim().replaceAll(/\s+/g, '-')))}
          disabled={!mayHandle || tagging.isPending}
          maxTags={20}
        />
      </Stack>
      <SnoozeDialog
        opened={snoozes}
        send={(until, reason) => snooze(tenant, alert.id, until, reason)}
        onClose={() => openSnooze(false)}
        onSent={() => {
          openSnooze(false);
          changed();
        }}
      />
    </Card>
  );
}
