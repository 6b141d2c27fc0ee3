import { Badge } from '@mantine/core';

const COLOURS: Record<string, string> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'gray',
  open: 'blue',
  pending: 'blue',
  escalated: 'grape',
  stale: 'orange',
  approved: 'green',
  applied: 'green',
  resolved: 'green',
  failed: 'red',
  rejected: 'red',
};

/**
 * A word of the domain; the colour repeats what the word says.
 *
 * @param of what the word is about, where the page does not say it
 */
export const Word = ({ word, of }: { word: string; of?: string }) => (
  <Badge variant="dot" color={COLOURS[word] ?? 'gray'} tt="none" flex="none">
    {of && `${of}: `}
    {word.replaceAll('_', ' ')}
  </Badge>
);
