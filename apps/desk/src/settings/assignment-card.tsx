import { Button, Card, Group, MultiSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '../alerts/queries';
import type { Settings } from './queries';

export type AssignmentRule = NonNullable<NonNullable<Settings['settings']['queue']>['assignment']>[number];

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
const SOURCES = ['screening', 'monitoring', 'kyc', 'plugin'] as const;
const MAX_RULES = 20;

interface Props {
  tenant: string;
  rules: AssignmentRule[];
  readOnly: boolean;
  onChange: (rules: AssignmentRule[]) => void;
}

/** To whom new alerts go. The first rule that applies counts, so the order matters. */
export function AssignmentCard({ tenant, rules, readOnly, onChange }: Props) {
  const { data: staff = [] } = useQuery(assigneesQuery(tenant));
  const people = staff.map(({ id, name }) => ({ value: id, label: name }));
  const change = (index: number, part: Partial<AssignmentRule>) =>
    onChange(rules.map((rule, at) => (at === index ? withoutEmpty({ ...rule, ...part }) : rule)));
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        New alerts are assigned to
      </Title>
      <Text size="sm" c="dimmed">
        The first rule that applies gives an alert to the one of its people with the fewest. Without a rule, alerts wait
        unassigned. Alerts of staff who leave go the same way.
      </Text>
      <Stack mt="xs">
        {rules.map((rule, index) => (
          <Card key={index} withBorder p="xs" role="group" aria-label={`Rule ${index + 1}`}>
            <TextInput
              label="Name of the rule"
              value={rule.name}
              maxLength={60}
              disabled={readOnly}
              onChange={({ currentTarget: { value } }) => change(index, { name: value })}
            />
            <Group grow align="start" mt="xs">
              <MultiSelect
                label="Severities"
                placeholder={rule.severities ? undefined : 'every severity'}
                data={SEVERITIES}
                value={rule.severities ?? []}
                disabled={readOnly}
                onChange={(severities) => change(index, { severities })}
              />
              <MultiSelect
                label="Raised by"
                placeholder={rule.sources ? undefined : 'every source'}
                data={SOURCES}
                value={rule.sources ?? []}
                disabled={readOnly}
                onChange={(sources) => change(index, { sources })}
              />
            </Group>
            <MultiSelect
              mt="xs"
              label="People"
              data={withUnknown(people, rule.assignees)}
              value={rule.assignees}
              searchable
              disabled={readOnly}
              onChange={(assignees) => change(index, { assignees })}
            />
            {!readOnly && (
              <Button
                mt="xs"
                size="compact-sm"
                variant="default"
                onClick={() => onChange(rules.filter((_, at) => at !== index))}
              >
                {`Remove rule ${index + 1}`}
              </Button>
            )}
          </Card>
        ))}
        {!readOnly && rules.length < MAX_RULES && (
          <Button
            variant="default"
            onClick={() => onChange([...rules, { name: `Rule ${rules.length + 1}`, assignees: [] }])}
          >
            Add a rule
          </Button>
        )}
      </Stack>
    </Card>
  );
}

/** A condition without values applies to every alert. */
function withoutEmpty({ severities, sources, ...rule }: AssignmentRule): AssignmentRule {
  return {
    ...rule,
    ...(severities && severities.length > 0 && { severities }),
    ...(sources && sources.length > 0 && { sources }),
  };
}

/** An account that may no longer work on alerts stays visible, so that it can be removed. */
const withUnknown = (people: { value: string; label: string }[], assignees: readonly string[]) => [
  ...people,
  ...assignees
    .filter((id) => !people.some(({ value }) => value === id))
    .map((value) => ({ value, label: `no longer here (${value.slice(-6)})` })),
];
