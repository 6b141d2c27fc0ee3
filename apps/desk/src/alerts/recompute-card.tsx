import { Button, Card, Kbd, List, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { recomputationQuery } from './queries';

type Recomputation = Schemas['Recomputation'];

/** Repeats the match or the rule with the lists, rules and settings of today. Nothing is changed. */
export function RecomputeCard({ tenant, alertId }: { tenant: string; alertId: string }) {
  const [isAsked, ask] = useState(false);
  const query = useQuery({ ...recomputationQuery(tenant, alertId), enabled: isAsked });
  const again = () => (isAsked ? void query.refetch() : ask(true));
  useCommands([{ keys: 'y', label: 'Compute the alert again', run: again }]);
  return (
    <Card withBorder>
      <Title order={2} size="h5">
        Would it be raised today?
      </Title>
      {isAsked && <Loaded query={query}>{(found) => <Result found={found} />}</Loaded>}
      <Button
        size="xs"
        variant="default"
        mt="sm"
        w="fit-content"
        loading={query.isFetching}
        onClick={again}
        rightSection={<Kbd size="xs">y</Kbd>}
      >
        Compute again
      </Button>
    </Card>
  );
}

const SAYS = { true: 'It raises an alert today.', false: 'It raises no alert today.', null: 'It cannot be repeated.' };

function Result({ found: { raises, match, rule, differences } }: { found: Recomputation }) {
  return (
    <div role="status">
      <Text fw={600} mt="xs">
        {SAYS[String(raises) as keyof typeof SAYS]}
      </Text>
      <Facts
        facts={[
          ['score', match && `${match.recorded_score} → ${match.score ?? 'none'}`],
          ['scorer', match && `${match.recorded_scorer_version ?? 'not recorded'} → ${match.scorer_version}`],
          ['threshold', match && `${match.recorded_threshold} → ${match.threshold}`],
          ['list entry', match?.entry],
          ['rule version', rule && `${rule.recorded_version} → ${rule.version ?? 'none'}`],
        ]}
      />
      {differences.length === 0 ? (
        <Text size="sm">Nothing differs.</Text>
      ) : (
        <List size="sm">
          {differences.map((difference) => (
            <List.Item key={difference} className="foreign">
              {difference}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
