import { Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { To } from '../parts/to';

/** Says on the page of something that a change of it waits for a second person. */
export const WaitingProposal = ({ proposal: { id, proposer, summary } }: { proposal: Schemas['Proposal'] }) => (
  <Text size="sm" fw={600}>
    {proposer} proposed to {summary}.{' '}
    <To page="proposals" id={id}>
      It waits for a second person.
    </To>
  </Text>
);
