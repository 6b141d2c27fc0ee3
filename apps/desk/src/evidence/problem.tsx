import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ProblemProps {
  /** `The ledger is broken` */
  title: string;
  /** what is wrong, for a person who does not know how it is signed */
  words: string;
  /** what the verification says exactly, for the operator and the auditor */
  detail: string | null;
  /** where it is */
  children?: ReactNode;
}

/** The first item that does not verify. */
export const Problem = ({ title, words, detail, children }: ProblemProps) => (
  <Alert color="red" variant="outline" role="alert" title={title}>
    <Stack gap={4}>
      <Text size="sm">{words}</Text>
      {children}
      {detail !== null && <Text size="sm" className="foreign">{`The verification says: ${detail}.`}</Text>}
      <Text size="sm">
        Report it to the operator of Probity and to your auditor, before anything is repaired or restored.
      </Text>
    </Stack>
  </Alert>
);
