import { Group, NumberInput, Select } from '@mantine/core';
import type { Settings } from './queries';
import { RuleList } from './rule-list';

export type ThresholdRule = NonNullable<Settings['settings']['screening']['thresholds']>[number];

const OWN_LIST = 'tenant';
const SUBJECTS = [
  { value: 'customer', label: 'customers' },
  { value: 'beneficial_owner', label: 'beneficial owners' },
  { value: 'related_party', label: 'related parties' },
  { value: 'counterparty', label: 'counterparties' },
];
const KINDS = [
  { value: 'person', label: 'persons' },
  { value: 'company', label: 'companies' },
  { value: 'other', label: 'vessels, aircraft and others' },
];
const MAX_RULES = 50;

interface Props {
  /** names of imported lists */
  lists: string[];
  rules: ThresholdRule[];
  /** of matches without a rule */
  threshold: number;
  readOnly: boolean;
  onChange: (rules: ThresholdRule[]) => void;
}

/** Thresholds for matches of a list, of a subject or with a kind of entry. */
export function ThresholdRulesCard({ lists, rules, threshold, readOnly, onChange }: Props) {
  const named = rules.flatMap(({ list }) => (list && list !== OWN_LIST ? [list] : []));
  const listData = [
    { value: OWN_LIST, label: 'the own list' },
    ...[...new Set([...lists, ...named])].map((list) => ({ value: list, label: list })),
  ];
  return (
    <RuleList<ThresholdRule>
      title="Thresholds for some matches"
      about="The first rule that applies to a match says from which score it is an alert. Without one, the threshold of screening does."
      one="threshold"
      rules={rules}
      maxRules={MAX_RULES}
      readOnly={readOnly}
      newRule={() => ({ threshold })}
      onChange={onChange}
    >
      {(rule, change) => (
        <Group grow align="start">
          <Select
            label="List"
            placeholder="any list"
            data={listData}
            value={rule.list ?? null}
            clearable
            searchable
            disabled={readOnly}
            onChange={(list) => change({ list })}
          />
          <Select
            label="Screened"
            placeholder="anyone"
            data={SUBJECTS}
            value={rule.subject ?? null}
            clearable
            disabled={readOnly}
            onChange={(subject) => change({ subject: subject as ThresholdRule['subject'] })}
          />
          <Select
            label="Entries"
            placeholder="any kind"
            data={KINDS}
            value={rule.kind ?? null}
            clearable
            disabled={readOnly}
            onChange={(kind) => change({ kind: kind as ThresholdRule['kind'] })}
          />
          <NumberInput
            label="Threshold of the rule"
            value={rule.threshold}
            min={0.5}
            max={1}
            step={0.01}
            hideControls
            disabled={readOnly}
            onChange={(value) => change({ threshold: Number(value) })}
          />
        </Group>
      )}
    </RuleList>
  );
}
