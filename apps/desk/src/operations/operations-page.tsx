import { Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded';
import { Backlogs } from './backlogs';
import { DeadLetters } from './dead-letters';
import { OPERATION_VIEWS } from './filters';
import { operationsQuery } from './queries';
import { Queues } from './queues';
import { Services } from './services';

const LABELS = { services: 'Services', tenants: 'Tenants', 'dead-letters': 'Dead letters' };

/** The state of the installation, for operators. */
export function OperationsPage() {
  const { view = 'services', page } = useSearch({ from: '/-/operations' });
  const navigate = useNavigate({ from: '/-/operations' });
  const query = useQuery(operationsQuery);
  const go = (next: number) => void navigate({ search: (old) => ({ ...old, page: next }) });
  return (
    <Stack>
      <Title order={1} size="h3">
        Operations
      </Title>
      <Loaded query={query}>{(state) => <Queues state={state} />}</Loaded>
      <Group>
        <SegmentedControl
          size="xs"
          aria-label="Which part of the operations"
          data={OPERATION_VIEWS.map((value) => ({ value, label: LABELS[value] }))}
          value={view}
          onChange={(chosen) => void navigate({ search: { view: chosen }, replace: true })}
        />
      </Group>
      {view === 'services' && <Loaded query={query}>{(state) => <Services state={state} />}</Loaded>}
      {view === 'tenants' && <Backlogs page={page} go={go} />}
      {view === 'dead-letters' && <DeadLetters page={page} go={go} />}
    </Stack>
  );
}
