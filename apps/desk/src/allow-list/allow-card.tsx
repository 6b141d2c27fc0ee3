import { Button, Card, Group, Kbd, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { AllowDialog } from './allow-dialog';
import { EndDialog } from './end-dialog';
import { entryOfAlertQuery } from './queries';

/** Whether the match of a counterparty is on the allow-list, and what the person may do about it. */
export function AllowCard({ tenant, alertId }: { tenant: string; alertId: string }) {
  const may = useMay(tenant);
  const { data: entry } = useQuery(entryOfAlertQuery(tenant, alertId));
  const [allows, openAllow] = useState(false);
  const [ending, end] = useState<string>();
  const mayAllow = entry === null && may('decide');
  useCommands(mayAllow ? [{ keys: 'w', label: 'Allow the counterparty', run: () => openAllow(true) }] : []);
  if (entry === undefined) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        Allow-list
      </Title>
      {entry ? (
        <Facts
          facts={[
            ['status', <Word key="status" word={entry.status} />],
            ['until', <When key="until" at={entry.until} />],
            ['reason', entry.reason],
            ['added by', entry.added_by],
            ['ended by', entry.ended_by],
            ['why it ended', entry.end_reason],
          ]}
        />
      ) : (
        <Text size="sm">This counterparty is not on the allow-list of the customer.</Text>
      )}
      <Group mt="sm">
        {mayAllow && (
          <Button size="xs" variant="default" rightSection={<Kbd size="xs">w</Kbd>} onClick={() => openAllow(true)}>
            Allow the counterparty
          </Button>
        )}
        {entry?.status === 'active' && may('work_on_cases') && (
          <Button size="xs" variant="default" onClick={() => end(entry.id)}>
            End the entry
          </Button>
        )}
      </Group>
      <AllowDialog tenant={tenant} alertId={alertId} opened={allows} onClose={() => openAllow(false)} />
      <EndDialog tenant={tenant} entryId={ending} onClose={() => end(undefined)} />
    </Card>
  );
}
