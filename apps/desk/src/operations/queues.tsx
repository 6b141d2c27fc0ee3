import { Card, SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../api/client';

const MAX_COUNTED = 10_000;
const count = (number: number): string =>
  number >= MAX_COUNTED ? `${MAX_COUNTED.toLocaleString()} or more` : number.toLocaleString();
const age = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`;

/** What waits and what failed, in numbers. */
export function Queues({ state: { inbox, webhooks, dead_letters } }: { state: Schemas['Operations'] }) {
  const numbers: [label: string, value: string, isBad?: boolean][] = [
    ['Pending events', count(inbox.pending)],
    ['Oldest pending event', age(inbox.oldest_pending_seconds), inbox.oldest_pending_seconds > 300],
    ['Events without their customer', count(inbox.unresolved)],
    ['Dead events', count(inbox.dead), inbox.dead > 0],
    ['Due deliveries', count(webhooks.due)],
    ['Oldest due delivery', age(webhooks.oldest_due_seconds), webhooks.oldest_due_seconds > 300],
    ['Dead letters', count(dead_letters), dead_letters > 0],
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="xs">
      {numbers.map(([label, value, isBad]) => (
        <Card key={label} withBorder p="xs">
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text fw={700} data-overdue={isBad || undefined}>
            {value}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
