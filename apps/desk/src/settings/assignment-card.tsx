import { Group, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '../alerts/queries';
import type { Settings } from './queries';
import { RuleList } from './rule-list';

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
  return (
    <RuleList<AssignmentRule>
      title="New alerts are assigned to"
      about="The first rule that applies gives an alert to the one of its people with the fewest. Without a rule, alerts wait unassigned. Alerts of staff who leave go the same way."
      one="rule"
      rules={rules}
      maxRules={MAX_RULES}
      readOnly={readOnly}
      newRule={() => ({ name: `Rule ${rules.length + 1}`, assignees: [] })}
      onChange={(changed) => onChange(changed.map(withoutEmpty))}
    >
      {(rule, change) => (
        <>
          <TextInput
            label="Name of the rule"
            value={rule.name}
            maxLength={60}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
          <Group grow align="start" mt="xs">
            <MultiSelect
              label="Severities"
              placeholder={rule.severities ? undefined : 'every severity'}
              data={SEVERITIES}
              value={rule.severities ?? []}
              disabled={readOnly}
              onChange={(severities) => change({ severities })}
            />
            <MultiSelect
              label="Raised by"
              placeholder={rule.sources ? undefined : 'every source'}
              data={SOURCES}
              value={rule.sources ?? []}
              disabled={readOnly}
              onChange={(sources) => change({ sources })}
            />
          </Group>
          <MultiSelect
            mt="xs"
            label="People"
            data={withUnknown(people, rule.assignees)}
            value={rule.assignees}
            searchable
            disabled={readOnly}
            onChange={(assignees) => change({ assignees })}
          />
        </>
      )}
    </RuleList>
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
