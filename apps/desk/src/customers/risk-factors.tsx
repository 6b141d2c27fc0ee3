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

/** Of the score, and of each factor. */
const MAX_SCORE = 1_000;

/** The score, its six factors as bars, and the reasons for the points of each. */
export function RiskFactors({ risk }: { risk: Schemas['RiskView']['risk'] }) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={700} size="xl">
          {risk.composite_score}
        </Text>
        <Text c="dimmed" size="sm" title={`model ${risk.model_version}`}>
          of {MAX_SCORE.toLocaleString('en-GB')}
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
              <Progress value={(score / MAX_SCORE) * 100} flex={1} aria-label={`${label}: ${score} of ${MAX_SCORE}`} />
              <Text size="sm" w={40} ta="right">
                {score}
              </Text>
            </Group>
            <List size="xs" c="dimmed" listStyleType="none" ml={110}>
              {risk.reasons
                .filter((reason) => reason.factor === factor)
                .map(({ points, reason }) => (
                  <List.Item key={reason}>
                    {points > 0 && '+'}
                    {points} {reason.replaceAll('_', ' ')}
                  </List.Item>
                ))}
            </List>
          </div>
        );
      })}
    </Stack>
  );
}
