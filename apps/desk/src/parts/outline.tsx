import { List, Text } from '@mantine/core';

/** Shows any JSON value, indented by its depth. All of it is text, also what strangers wrote. */
export function Outline({ value, isInner = false }: { value: unknown; isInner?: boolean }) {
  if (value === null || value === undefined) return <Text c="dimmed">none</Text>;
  if (typeof value !== 'object') {
    return <span className="foreign">{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
  }
  const members = Object.entries(value);
  if (members.length === 0) return <Text c="dimmed">none</Text>;
  return (
    <List size="sm" listStyleType="none" withPadding={isInner}>
      {members.map(([name, member]) => (
        <List.Item key={name}>
          <Text span c="dimmed" size="sm" className="foreign">
            {Array.isArray(value) ? '–' : `${name.replaceAll('_', ' ')}:`}{' '}
          </Text>
          <Outline value={member} isInner />
        </List.Item>
      ))}
    </List>
  );
}
