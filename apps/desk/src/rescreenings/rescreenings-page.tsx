import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { ReasonDialog } from '../parts/reason-dialog';
import { type Column, Rows } from '../parts/rows';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { cancelRescreening, rescreeningsQuery } from './queries';
import { StartDialog } from './start-dialog';

type Rescreening = Schemas['Rescreening'];

const COLUMNS: Column<Rescreening>[] = [
  { title: 'Started', width: 140, cell: ({ started_at }) => <When at={started_at} /> },
  { title: 'Status', width: 120, cell: ({ status }) => <Word word={status} /> },
  { title: 'Kind', width: 100, cell: (one) => kindOf(one) },
  { title: 'Threshold', width: 100, cell: ({ threshold }) => threshold ?? 'setting' },
  { title: 'Customers', width: 170, cell: (one) => <Done of={one} /> },
  { title: 'Alerts', cell: (one) => alertsOf(one) },
  { title: 'Reason', cell: ({ reason, started_by, error }) => `${reason} (${started_by})${error ? `: ${error}` : ''}` },
];

/** Screenings of all customers, with their progress. */
export function RescreeningsPage() {
  const { tenant } = useParams({ from: '/$tenant/rescreenings' });
  const { page } = useSearch({ from: '/$tenant/rescreenings' });
  const navigate = useNavigate({ from: '/$tenant/rescreenings' });
  const cache = useQueryClient();
  const may = useMay(tenant);
  const query = useQuery(rescreeningsQuery(tenant, page));
  const [kind, start] = useState<'preview' | 'screening'>();
  const [cancelling, cancel] = useState<string>();
  const running = query.data?.filter(({ status }) => status === 'running') ?? [];
  const ofStaff = running.find(({ scorer_version }) => scorer_version === null);
  const withScorer = running.find(({ scorer_version }) => scorer_version !== null);
  const mayStart = may('operate_pipeline');
  return (
    <>
      <Title order={1} size="h3">
        Rescreening
      </Title>
      <Text size="sm" c="dimmed">
        Screens all customers again, after a change of the threshold or the lists. A preview only counts. The first
        start of a new version of the scorer screens them by itself; it closes no alert.
      </Text>
      {mayStart && (
        <Group my="sm" gap="xs">
          <Button size="xs" variant="default" disabled={ofStaff !== undefined} onClick={() => start('preview')}>
            Preview
          </Button>
          <Button size="xs" variant="default" disabled={ofStaff !== undefined} onClick={() => start('screening')}>
            Screen all customers
          </Button>
          {ofStaff && (
            <Button size="xs" variant="default" onClick={() => cancel(ofStaff.id)}>
              Cancel the running one
            </Button>
          )}
          {withScorer && (
            <Button size="xs" variant="default" onClick={() => cancel(withScorer.id)}>
              Cancel the one with the new scorer
            </Button>
          )}
        </Group>
      )}
      <Loaded query={query}>
        {(all) => (
          <Rows
            rows={all}
            what="rescreening"
            idOf={({ id }) => id}
            page={page}
            go={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
            columns={COLUMNS}
          />
        )}
      </Loaded>
      <StartDialog tenant={tenant} kind={kind} onClose={() => start(undefined)} />
      <ReasonDialog
        title={cancelling && 'Cancel the rescreening'}
        follows="Alerts that it has raised stay."
        send={async (reason) => ({ done: await cancelRescreening(tenant, cancelling!, reason) })}
        onClose={() => cancel(undefined)}
        onSent={() => {
          void cache.invalidateQueries({ queryKey: ['rescreenings', tenant] });
          cancel(undefined);
        }}
      />
    </>
  );
}

const kindOf = ({ preview, scorer_version }: Rescreening): string =>
  preview ? 'preview' : scorer_version === null ? 'screening' : `scorer ${scorer_version}`;

function Done({ of: { status, screened, total } }: { of: Rescreening }) {
  const text = `${screened} of ${total}`;
  if (status !== 'running') return text;
  return (
    <>
      {text}
      <Progress value={total === 0 ? 100 : (100 * screened) / total} aria-label={`${text} customers`} />
    </>
  );
}

function alertsOf({ preview, alerts, matched, by_severity }: Rescreening): string {
  const severities = Object.entries(by_severity).filter(([, count]) => count > 0);
  const parts = severities.map(([severity, count]) => `${count} ${severity}`).join(', ');
  const what = preview ? 'would be raised' : 'raised';
  return alerts === 0 ? `none ${what}` : `${alerts} ${what} for ${matched} customers: ${parts}`;
}
