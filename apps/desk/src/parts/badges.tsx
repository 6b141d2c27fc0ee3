import { Badge } from '@mantine/core';

const COLOURS: Record<string, string> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'gray',
  open: 'blue',
  pending: 'blue',
  escalated: 'grape',
  approved: 'green',
  applied: 'green',
  resolved: 'green',
  failed: 'red',
  rejected: 'red',
};

/** A word of the domain; the colour repeats what the word says. */
export const Word = ({ word }: { word: string }) => (
  <Badge variant="dot" color={COLOURS[word] ?? 'gray'} tt="none">
    {word.replaceAll('_', ' ')}
  </Badge>
);
