import { Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, dataOf, type Schemas } from '../api/client';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { pageQuery } from '../parts/search';
import { type Page, To } from '../parts/to';
import { When } from '../parts/when';
import type { AuditFilters } from './filters';

const TYPING_MS = 300;

const auditQuery = (slug: string, { page, ...filters }: AuditFilters) =>
  queryOptions({
    queryKey: ['audit', slug, filters, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/audit', {
          params: { path: { slug }, query: { ...filters, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Who did what, when and why. */
export function AuditPage() {
  const { tenant } = useParams({ from: '/$tenant/audit' });
  const filters = useSearch({ from: '/$tenant/audit' });
  const navigate = useNavigate({ from: '/$tenant/audit' });
  const query = useQuery(auditQuery(tenant, filters));
  const typed = useDebouncedCallback(
    (change: AuditFilters) =>
      void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true }),
    TYPING_MS,
  );
  const textFilter = (label: string, name: 'actor' | 'action' | 'subject_id') => (
    <TextInput
      label={label}
      defaultValue={filters[name] ?? ''}
      onChange={({ currentTarget: { value } }) => typed({ [name]: value.trim() === '' ? undefined : value.trim() })}
      size="xs"
    />
  );
  return (
    <>
      <Title order={1} size="h3">
        Audit trail
      </Title>
      <Group my="sm">
        {textFilter('Actor (id)', 'actor')}
        {textFilter('Action', 'action')}
        {textFilter('Subject (id)', 'subject_id')}
      </Group>
      <Loaded query={query}>
        {(events) => (
          <Rows
            rows={events}
            what="entry"
            idOf={({ id }) => id}
            open={({ subject_id }) => void navigate({ search: (old) => ({ ...old, page: undefined, subject_id }) })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              { title: 'When', width: 140, cell: ({ at }) => <When at={at} /> },
              { title: 'Action', width: 220, cell: ({ action }) => action },
              { title: 'By', width: 200, cell: ({ actor_name, actor }) => actor_name ?? actor },
              { title: 'Subject', width: 300, cell: (entry) => <Subject entry={entry} /> },
              { title: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

/** The subjects that have a page. */
const PAGES: Record<string, Page> = {
  alert: 'alerts',
  customer: 'customers',
  case: 'cases',
  proposal: 'proposals',
  monitoring_rule: 'rules',
};

function Subject({ entry: { subject_type, subject_id } }: { entry: Schemas['AuditEvent'] }) {
  const page = PAGES[subject_type];
  return (
    <>
      <Text size="xs" c="dimmed">
        {subject_type.replaceAll('_', ' ')}
      </Text>
      {page === undefined ? (
        <Text size="sm">{subject_id}</Text>
      ) : (
        <To page={page} id={subject_id}>
          {subject_id}
        </To>
      )}
    </>
  );
}
