import { Card, List, Text, Title } from '@mantine/core';
import { countryName } from '../parts/country-name';
import { Facts } from '../parts/facts';
import { To } from '../parts/to';
import { aggregateText, fieldName, type RuleEvidence, valueText } from './rule-evidence';

/** What the rule looks for, why it matters, and the values that it read. */
export function RuleCard({ evidence }: { evidence: RuleEvidence }) {
  const { rule_id, rule_version, definition, fields, aggregates, countries } = evidence;
  return (
    <Card withBorder component="section" aria-label="Why it was raised">
      <Title order={2} size="h5" mb="xs">
        Why it was raised
      </Title>
      <Text size="sm" fw={600} className="foreign">
        {definition.description ?? definition.name}
      </Text>
      <Text size="sm" mt="xs" className="foreign">
        {definition.reason}
      </Text>
      <Text size="sm" fw={500} mt="sm">
        What the rule read
      </Text>
      <Facts
        facts={[
          ...Object.entries(fields).map(([name, value]) => [fieldName(name), valueText(value)] as const),
          ...countries.map(({ country, list, listed }) => {
            const on = `${listed ? 'on' : 'not on'} the list`;
            return [list.replaceAll('_', ' '), `${countryName(country)} is ${on}`] as const;
          }),
          [
            'rule',
            <To key="rule" page="rules" id={rule_id}>
              {definition.name}, version {rule_version}
            </To>,
          ],
        ]}
      />
      {aggregates.length > 0 && (
        <List size="sm" mt="xs">
          {aggregates.map((aggregate, index) => (
            <List.Item key={index} className="foreign">
              {aggregateText(aggregate)}
            </List.Item>
          ))}
        </List>
      )}
    </Card>
  );
}
