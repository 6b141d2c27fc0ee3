import { Card, List, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { countryName } from '../parts/country-name';
import { Facts } from '../parts/facts';
import { To } from '../parts/to';
import { type Aggregate, aggregateText, fieldName, fieldText, type RuleEvidence } from './rule-evidence';
import { windowFilters } from './window-filters';

interface RuleCardProps {
  tenant: string;
  customer_id: string;
  evidence: RuleEvidence;
}

/** What the rule looks for, why it matters, and the values that it read. */
export function RuleCard({ tenant, customer_id, evidence }: RuleCardProps) {
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
        What the rule saw
      </Text>
      <Facts
        facts={[
          ...Object.entries(fields).map(([name, value]) => [fieldName(name), fieldText(name, value)] as const),
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
              {aggregateText(aggregate)}{' '}
              <ToTransactions tenant={tenant} id={customer_id} at={evidence.at} aggregate={aggregate} />
            </List.Item>
          ))}
        </List>
      )}
    </Card>
  );
}

interface ToTransactionsProps {
  tenant: string;
  /** of the customer */
  id: string;
  /** when the event happened for which the window was read */
  at: string;
  aggregate: Aggregate;
}

/** Leads to the transactions of the customer on the days of a window, which may be more than the window counted. */
function ToTransactions({ tenant, id, at, aggregate }: ToTransactionsProps) {
  const search = Number(aggregate.value) === 0 ? undefined : windowFilters(aggregate, at);
  if (!search) return null;
  return (
    <Link
      to="/$tenant/customers/$id"
      params={{ tenant, id }}
      search={search}
      className="inline-link"
      aria-label={`show these days: ${aggregateText(aggregate)}`}
    >
      show these days
    </Link>
  );
}
