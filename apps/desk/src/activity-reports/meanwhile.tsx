import { Alert, Button, Kbd, Stack, Text } from '@mantine/core';
import { useCommands } from '../keys/commands';
import type { Report } from './queries';

interface MeanwhileProps {
  /** as a colleague left it */
  newer: Report;
  onLoad: () => void;
}

/** Tells a person who writes that a colleague saved or ended the draft meanwhile. What the person wrote stays. */
export function Meanwhile({ newer, onLoad }: MeanwhileProps) {
  const isDraft = newer.status === 'draft';
  useCommands(isDraft ? [{ keys: 'l', label: 'Load the newer version', run: onLoad }] : []);
  const { officer = 'A colleague' } = newer.entries.at(-1) ?? {};
  return (
    <Alert variant="outline" color="yellow" role="status">
      <Stack gap="xs" align="start">
        <Text size="sm" fw={700} className="foreign">
          {isDraft ? `${officer} saved version ${newer.version} meanwhile.` : `The report is ${newer.status} now.`}
        </Text>
        {isDraft ? (
          <>
            <Text size="sm">Load it before you save. What you changed stays.</Text>
            <Button size="xs" variant="default" rightSection={<Kbd size="xs">l</Kbd>} onClick={onLoad}>
              Load it
            </Button>
          </>
        ) : (
          <Text size="sm">What you wrote is still here, but can no longer be saved.</Text>
        )}
      </Stack>
    </Alert>
  );
}
