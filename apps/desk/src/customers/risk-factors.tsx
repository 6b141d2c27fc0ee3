import { Group, List, Progress, Stack, Text } from '@mantine/core';
import type { Schemas } from '../api/client';

const FACTORS = [
  ['identity', 'Identity'],
  ['geographic', 'Geography'],
  ['product', 'Product'],
  ['behavioral', 'Behaviour'],
  ['channel', 'Channel'],
  ['relationship', 'Relationships'],
] as const;

/** The score, its six factors as bars, and the reasons for the points of each. */
export function RiskFactors({ risk }: { risk: Schemas['RiskView']['risk'] }) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={700} size="xl">
          {risk.composite_score}
        </Text>
        <Text c="dimmed" size="sm">
          of 100, model {risk.model_version}
        </Text>
      </Group>
      {FACTORS.map(([factor, label]) => {
        const score = risk[`${factor}_score`];
        return (
          <div key={factor}>
            <Group wrap="nowrap" gap="xs">
              <Text size="sm" w={110}>
                {label}
              </Text>
              <Progress value={score} flex={1} aria-label={`${label}: ${score} of 100`} />
              <Text size="sm" w={32} ta="right">
                {score}
              </Text>
            </Group>
            <List size="xs" c="dimmed" listStyleType="none" ml={110}>
              {risk.reasons
                .filter((reason) => reason.factor === factor)
                .map(({ points, reason }) => (
                  <List.Item key={reason}>
                    {points > 0 && '+'}
                    {points} {reason}
                  </List.Item>
                ))}
            </List>
          </div>
        );
      })}
    </Stack>
  );
}
