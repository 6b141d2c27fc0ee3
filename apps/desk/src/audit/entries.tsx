import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { TextFilter } from '../parts/text-filter';
import { type Page, To } from '../parts/to';
import { When } from '../parts/when';
import { EntryDialog } from './entry-dialog';
import { Export } from './export';
import { AUDIT_SUBJECTS, type AuditFilters } from './filters';
import { type AuditEntry, auditQuery } from './queries';

/** The entries of the audit trail that the filters choose, newest first. */
export function Entries({ tenant, filters }: { tenant: string; filters: AuditFilters }) {
  const navigate = useNavigate({ from: '/$tenant/audit' });
  const query = useQuery(auditQuery(tenant, filters));
  const [opened, open] = useState<AuditEntry>();
  const filter = (change: AuditFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  const field = (label: string, name: 'actor' | 'action' | 'subject_id' | 'since' | 'until', type?: 'date') => (
    <TextFilter
      label={label}
      value={filters[name]}
      choose={(value) => filter({ [name]: value })}
      {...(type && { type, width: 130 })}
    />
  );
  return (
    <>
      <Group my="sm" align="end">
        {field('Actor', 'actor')}
        {field('Action', 'action')}
        <FilterSelect
          label="Kind of subject"
          values={AUDIT_SUBJECTS}
          value={filters.subject_type}
          empty="any"
          choose={(subject_type) => filter({ subject_type })}
        />
        {field('Subject (id)', 'subject_id')}
        {field('From the day', 'since', 'date')}
        {field('Before the day', 'until', 'date')}
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void navigate({ search: {} })}
          disabled={Object.values(filters).every((value) => value === undefined)}
        >
          Clear the filters
        </Button>
        <Export tenant={tenant} filters={filters} />
      </Group>
      <Loaded query={query}>
        {(events) => (
          <Rows
            rows={events}
            what="entry"
            idOf={({ id }) => id}
            open={open}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              { title: 'When', width: 140, cell: ({ at }) => <When at={at} /> },
              { title: 'Action', width: 200, cell: ({ action }) => action },
              { title: 'By', width: 170, cell: ({ actor_name, actor }) => actor_name ?? actor },
              { title: 'Subject', width: 290, cell: (entry) => <Subject entry={entry} /> },
              { title: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
        )}
      </Loaded>
      <EntryDialog
        entry={opened}
        onClose={() => open(undefined)}
        filter={(change) => {
          open(undefined);
          filter(change);
        }}
      />
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
  ledger: 'ledgers',
  webhook: 'webhooks',
  event: 'events',
};

function Subject({ entry: { subject_type, subject_id } }: { entry: AuditEntry }) {
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
