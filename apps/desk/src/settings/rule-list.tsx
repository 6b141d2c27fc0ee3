import { Button, Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props<Rule> {
  title: string;
  /** what the rules do */
  about: string;
  /** what one of them is called on its buttons */
  one: string;
  rules: Rule[];
  maxRules: number;
  readOnly: boolean;
  /** a rule that was just added */
  newRule: () => Rule;
  onChange: (rules: Rule[]) => void;
  /** the fields of a rule; `change` replaces some of them */
  children: (rule: Rule, change: (part: Partial<Rule>) => void) => ReactNode;
}

/** Rules of the settings in their order. The first rule that applies counts. */
export function RuleList<Rule extends object>(props: Props<Rule>) {
  const { title, about, one, rules, maxRules, readOnly, newRule, onChange, children } = props;
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      <Stack mt="xs">
        {rules.map((rule, index) => (
          <Card key={index} withBorder p="xs" role="group" aria-label={`${title}: ${one} ${index + 1}`}>
            {children(rule, (part) => onChange(rules.map((each, at) => (at === index ? { ...each, ...part } : each))))}
            {!readOnly && (
              <Button
                mt="xs"
                size="compact-sm"
                variant="default"
                onClick={() => onChange(rules.filter((_, at) => at !== index))}
              >
                {`Remove ${one} ${index + 1}`}
              </Button>
            )}
          </Card>
        ))}
        {!readOnly && rules.length < maxRules && (
          <Button variant="default" onClick={() => onChange([...rules, newRule()])}>
            {`Add a ${one}`}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
