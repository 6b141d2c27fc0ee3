import { Anchor, Button, Group, Kbd, SegmentedControl, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/errors';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { type Column, Rows } from '../parts/rows';
import { When } from '../parts/when';
import { alertsDecidedBy, pendingProposalsQuery } from '../proposals/queries';
import { useMay } from '../session/session';
import { type AlertFilters, SEVERITIES, SOURCES, STATUSES, viewOf, VIEWS, NAMES_OF_ALL, OF_ALL } from './filters';
import { assign } from './handling';
import { alertsQuery, type ListedAlert } from './queries';
import { TogetherBar } from './together-bar';

const LABELS: Record<(typeof VIEWS)[number], string> = {
  queue: 'Queue',
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  snoozed: 'Put off',
  all: 'All alerts',
};

/** The alerts of a tenant. With the keys j, k and Enter, an officer goes through them without a mouse. */
export function QueuePage() {
  const { tenant } = useParams({ from: '/$tenant/alerts' });
  const filters = useSearch({ from: '/$tenant/alerts' });
  const navigate = useNavigate({ from: '/$tenant/alerts' });
  const may = useMay(tenant);
  const query = useQuery(alertsQuery(tenant, filters));
  const { data: pending = [] } = useQuery(pendingProposalsQuery(tenant));
  const proposed = new Set(pending.flatMap(alertsDecidedBy));
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  // Only what is shown is decided: a colleague may have taken or decided an alert that was selected.
  const chosen = query.data?.filter(({ id }) => selected.has(id)) ?? [];
  const shown = `${tenant} ${JSON.stringify(filters)}`;
  useEffect(() => select(new Set()), [shown]);
  const view = viewOf(filters);
  const filter = (change: AlertFilters) => {
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  };
  const open = (id: string) => void navigate({ to: '/$tenant/alerts/$id', params: { tenant, id }, search: filters });
  const taking = useTaking(tenant, proposed, open);
  const mayWork = may('work_on_cases');
  useCommands(mayWork ? [{ keys: 'n', label: 'Take the next unassigned alert', run: () => taking.mutate() }] : []);
  const columns: Column<ListedAlert>[] = [
    { title: 'Severity', width: 110, cell: ({ severity }) => <Word word={severity} /> },
    {
      title: 'What happened',
      cell: ({ id, title }) => (
        <Link to="/$tenant/alerts/$id" params={{ tenant, id }} search={filters} className="row-link">
          {title}
        </Link>
      ),
    },
    { title: 'Customer', width: 170, cell: ({ customer_name }) => customer_name ?? '' },
    {
      title: 'Status',
      width: 118,
      cell: ({ id, status }) => <Word word={status === 'open' && proposed.has(id) ? 'proposed' : status} />,
    },
    ...(view === 'all' ? [RAISED] : IN_QUEUE),
  ];
  return (
    <>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Alerts
        </Title>
        {mayWork && (
          <Button
            size="xs"
            rightSection={<Kbd size="xs">n</Kbd>}
            loading={taking.isPending}
            onClick={() => taking.mutate()}
          >
            Take the next
          </Button>
        )}
      </Group>
      <SegmentedControl
        mt="sm"
        size="xs"
        aria-label="Which alerts"
        data={VIEWS.map((value) => ({ value, label: LABELS[value] }))}
        value={view}
        onChange={(chosen) =>
          filter({
            view: chosen,
            status: undefined,
            assignee: undefined,
            ...Object.fromEntries(NAMES_OF_ALL.map((name) => [name, undefined])),
            ...(chosen === 'all' && { tag: undefined }),
          })
        }
      />
      <Group my="sm" align="end">
        {view === 'all' && (
          <FilterSelect
            label="Status"
            values={STATUSES}
            value={filters.status}
            empty="any"
            choose={(status) => filter({ view, status })}
          />
        )}
        <FilterSelect
          label="Severity"
          values={SEVERITIES}
          value={filters.severity}
          empty="any"
          choose={(severity) => filter({ severity })}
        />
        <FilterSelect
          label="Source"
          values={SOURCES}
          value={filters.source}
          empty="any"
          choose={(source) => filter({ source })}
        />
        {NAMES_OF_ALL.filter((name) => filters[name] !== undefined).map((name) => (
          <Anchor key={name} component="button" size="sm" onClick={() => filter({ view, [name]: undefined })}>
            Only {OF_ALL[name]}: show others too
          </Anchor>
        ))}
        {filters.assignee && (
          <Anchor component="button" size="sm" onClick={() => filter({ assignee: undefined })}>
            Only one person: show others too
          </Anchor>
        )}
        {filters.tag && (
          <Anchor component="button" size="sm" onClick={() => filter({ tag: undefined })}>
            Show alerts with other tags than {filters.tag} too
          </Anchor>
        )}
      </Group>
      {selected.size > 0 && <TogetherBar tenant={tenant} alerts={chosen} select={select} />}
      <Loaded query={query}>
        {(alerts) => (
          <Rows
            rows={alerts}
            what="alert"
            idOf={({ id }) => id}
            open={({ id }) => open(id)}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={columns}
            {...(mayWork && { selected, select })}
          />
        )}
      </Loaded>
    </>
  );
}

const RAISED: Column<ListedAlert> = {
  title: 'Raised',
  width: 140,
  cell: ({ created_at }) => <When at={created_at} />,
};

const IN_QUEUE: Column<ListedAlert>[] = [
  { title: 'Assigned to', width: 125, wideOnly: true, cell: ({ assignee }) => assignee ?? '' },
  { title: 'Due', width: 105, cell: ({ due_at }) => due_at && <Due at={due_at} /> },
];

function Due({ at }: { at: string }) {
  const isOver = Date.parse(at) < Date.now();
  return (
    <span data-overdue={isOver || undefined}>
      {isOver && 'overdue: '}
      <When at={at} />
    </span>
  );
}

/**
 * Takes the unassigned alert that is due first. A colleague may take the same one at this moment; then it takes the next.
 *
 * @param proposed alerts that wait for a second person; there is nothing to do about them
 */
function useTaking(tenant: string, proposed: ReadonlySet<string>, open: (alertId: string) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const waiting = await cache.fetchQuery({ ...alertsQuery(tenant, { view: 'unassigned' }), staleTime: 0 });
      for (const { id } of waiting.filter((alert) => !proposed.has(alert.id))) {
        try {
          return await assign(tenant, id, 'me', true);
        } catch (error) {
          if (!(error instanceof ApiError && ['alert_assigned', 'alert_closed'].includes(error.code))) throw error;
        }
      }
      return undefined;
    },
    onSuccess: (alert) => {
      if (alert === undefined) return notifications.show({ message: 'No unassigned alert waits.' });
      void cache.invalidateQueries({ queryKey: ['alerts', tenant] });
      open(alert.id);
    },
  });
}
