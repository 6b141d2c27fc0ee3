import { Anchor, List, Progress, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client';
import { messageOf } from '../api/errors';
import { type Place, placeOf, readJson } from './json-places';
import { checkQuery } from './queries';

const QUIET_MS = 250;

export interface Problem {
  place: Place;
  message: string;
}

export interface Checked {
  /** undefined while the text is not JSON */
  definition: Record<string, unknown> | undefined;
  problems: Problem[];
  /** of the server; undefined until it has checked the text */
  result: Schemas['RuleCheck'] | undefined;
  error: Error | null;
  /** whether the text that is shown is checked and could be saved */
  isValid: boolean;
}

/** Checks a text while a person types: that it is JSON at once, and what the server says soon after. */
export function useRuleCheck(tenant: string, text: string): Checked {
  const read = readJson(text);
  const [quiet] = useDebouncedValue(text, QUIET_MS);
  const settled = readJson(quiet);
  const sent = 'value' in settled ? settled.value : undefined;
  const { data, error, isPlaceholderData } = useQuery({
    ...checkQuery(tenant, sent),
    placeholderData: keepPreviousData,
  });
  const result = 'value' in read ? data : undefined;
  // Problems of a text that was changed since are at places of the old text.
  const isCurrent = quiet === text && !isPlaceholderData;
  const found = isCurrent ? (result?.problems ?? []) : [];
  const problems =
    'problem' in read
      ? [{ place: read.place, message: read.problem }]
      : found.map(({ path, message }) => ({ place: placeOf(text, path), message }));
  return {
    definition: 'value' in read ? (read.value as Record<string, unknown>) : undefined,
    problems,
    result,
    error,
    isValid: isCurrent && result?.valid === true,
  };
}

/** What is wrong with the text, and where; and what the rule costs. */
export function RuleProblems({ id, checked, goTo }: { id: string; checked: Checked; goTo: (place: Place) => void }) {
  const { problems, result, error, isValid } = checked;
  return (
    <div>
      <div id={id} role="status">
        {error !== null && <Text c="var(--mantine-color-error)">{messageOf(error)}</Text>}
        {isValid && <Text fw={600}>The rule is valid.</Text>}
        {problems.length > 0 && (
          <Text fw={600}>{problems.length === 1 ? 'One problem:' : `${problems.length} problems:`}</Text>
        )}
      </div>
      <List size="sm" mt={4} spacing={4}>
        {problems.map(({ place, message }, index) => (
          <List.Item key={index}>
            <Anchor component="button" type="button" size="sm" onClick={() => goTo(place)}>
              line {place.line}
            </Anchor>{' '}
            <span className="foreign">{message}</span>
          </List.Item>
        ))}
      </List>
      {result !== undefined && result.cost !== null && <Cost cost={result.cost} limit={result.max_cost} />}
    </div>
  );
}

function Cost({ cost, limit }: { cost: number; limit: number }) {
  const words = `costs ${cost.toLocaleString('en-US')} of at most ${limit.toLocaleString('en-US')}`;
  return (
    <>
      <Text size="sm" mt="sm">
        It {words}.
      </Text>
      <Progress
        value={Math.min(100, (100 * cost) / limit)}
        color={cost > limit ? 'red' : undefined}
        aria-label={`The rule ${words}`}
        size="sm"
        mt={4}
      />
    </>
  );
}
