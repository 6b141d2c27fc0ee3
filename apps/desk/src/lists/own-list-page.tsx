import { Button, Group, Kbd, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, type Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { Loaded } from '../parts/loaded';
import { ReasonDialog } from '../parts/reason-dialog';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { AddEntryDialog } from './add-entry-dialog';
import { entriesQuery } from './queries';

type Entry = Schemas['WatchlistEntry'];
const QUIET_MS = 250;

/** The list of the tenant itself: search, add, remove. */
export function OwnListPage() {
  const { tenant } = useParams({ from: '/$tenant/lists/tenant' });
  const filters = useSearch({ from: '/$tenant/lists/tenant' });
  const navigate = useNavigate({ from: '/$tenant/lists/tenant' });
  const cache = useQueryClient();
  const may = useMay(tenant);
  const field = useRef<HTMLInputElement>(null);
  const [isAdding, setAdding] = useState(false);
  const [removed, remove] = useState<Entry>();
  const query = useQuery({ ...entriesQuery(tenant, filters), enabled: may('read_customers') });
  const search = useDebouncedCallback((name: string) => {
    void navigate({ search: { name: name.trim() === '' ? undefined : name.trim() }, replace: true });
  }, QUIET_MS);
  const mayChange = may('configure_compliance');
  useCommands([
    { keys: 'f', label: 'Search the list', run: () => field.current?.focus() },
    ...(mayChange ? [{ keys: 'n', label: 'Add an entry', run: () => setAdding(true) }] : []),
    { keys: 'u', label: 'Back to the lists', run: () => void navigate({ to: '/$tenant/lists', params: { tenant } }) },
  ]);
  const changed = () => {
    for (const read of ['entries', 'lists']) void cache.invalidateQueries({ queryKey: [read, tenant] });
  };
  return (
    <>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Your own list
        </Title>
        {mayChange && (
          <Button size="xs" onClick={() => setAdding(true)} rightSection={<Kbd size="xs">n</Kbd>}>
            Add an entry
          </Button>
        )}
      </Group>
      {!may('read_customers') ? (
        <Text mt="sm">Your role does not see the entries.</Text>
      ) : (
        <>
          <TextInput
            ref={field}
            label="Name"
            defaultValue={filters.name}
            placeholder="a part of a name"
            onChange={({ currentTarget: { value } }) => search(value)}
            onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
            rightSection={<Kbd size="xs">f</Kbd>}
            size="xs"
            w={260}
            my="sm"
          />
          <Loaded query={query}>
            {(entries) =>
              entries.length === 0 && filters.name === undefined ? (
                <Text>The list is empty. Customers are screened against each entry soon after you add it.</Text>
              ) : (
                <Rows
                  rows={entries}
                  what="entry"
                  idOf={({ id }) => id}
                  open={(entry) => mayChange && remove(entry)}
                  page={filters.page}
                  go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
                  columns={[
                    { title: 'Name', cell: ({ names }) => names.map(({ name }) => name).join('; ') },
                    { title: 'Kind', width: 100, cell: ({ schema }) => schema },
                    { title: 'Topics', width: 130, cell: ({ topics }) => topics.join(', ') },
                    { title: 'Born', width: 110, cell: ({ birth_dates }) => birth_dates.join(', ') },
                    { title: 'Countries', width: 100, cell: ({ countries }) => countries.join(', ') },
                    { title: 'Added', width: 130, cell: ({ created_at }) => <When at={created_at} /> },
                    ...(mayChange
                      ? [
                          {
                            title: 'Change',
                            width: 110,
                            cell: (entry: Entry) => <Remove entry={entry} remove={remove} />,
                          },
                        ]
                      : []),
                  ]}
                />
              )
            }
          </Loaded>
        </>
      )}
      <AddEntryDialog tenant={tenant} opened={isAdding} onClose={() => setAdding(false)} onAdded={changed} />
      <ReasonDialog
        title={removed && 'Remove the entry'}
        follows={`Customers are no longer screened against ${removed?.names[0]?.name}. Alerts that it raised remain.`}
        onClose={() => remove(undefined)}
        onSent={() => {
          remove(undefined);
          changed();
        }}
        send={async (reason) => ({
          done: await api.DELETE('/api/v1/tenants/{slug}/watchlist-entries/{entryId}', {
            params: { path: { slug: tenant, entryId: removed!.id }, query: { reason } },
          }),
        })}
      />
    </>
  );
}

const Remove = ({ entry, remove }: { entry: Entry; remove: (entry: Entry) => void }) => (
  <Button
    size="compact-xs"
    variant="default"
    aria-label={`Remove ${entry.names[0]?.name}`}
    onClick={() => remove(entry)}
  >
    Remove
  </Button>
);
