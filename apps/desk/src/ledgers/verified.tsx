import { Badge, Group, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { When } from '../parts/when';

export const Outcome = ({ isIntact }: { isIntact: boolean }) => (
  <Badge variant="dot" color={isIntact ? 'green' : 'red'} tt="none">
    {isIntact ? 'intact' : 'broken'}
  </Badge>
);

/** The outcome of a verification, and when it ended. */
export function Verified({ verification }: { verification: Schemas['RecordedVerification'] | null }) {
  if (!verification) {
    return (
      <Text size="sm" c="dimmed">
        never
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <Outcome isIntact={verification.verified} />
      <When at={verification.verified_at} />
    </Group>
  );
}
