import { Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../api/client';
import { AlertsLink } from '../alerts/alerts-link';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { PageButtons } from '../parts/page-buttons';
import { PAGE_SIZE } from '../parts/search';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { importsQuery, listsQuery, sourcesQuery } from './queries';
import { ImportsTable } from './imports-table';
import { SourceFacts } from './source-facts';

type List = Schemas['Watchlist'];

/** A list that all tenants share, with its imports. */
export function ListPage() {
  const { tenant, list } = useParams({ from: '/$tenant/lists/$list' });
  const { page = 1 } = useSearch({ from: '/$tenant/lists/$list' });
  const navigate = useNavigate({ from: '/$tenant/lists/$list' });
  const lists = useQuery(listsQuery(tenant));
  const imports = useQuery(importsQuery(list, page));
  const sources = useQuery(sourcesQuery(tenant));
  useCommands([
    { keys: 'u', label: 'Back to the lists', run: () => void navigate({ to: '/$tenant/lists', params: { tenant } }) },
  ]);
  const current = lists.data?.find((one) => one.list === list);
  return (
    <Stack>
      <Title order={1} size="h3" className="foreign">
        {list}
      </Title>
      {current && <About tenant={tenant} list={current} />}
      <Title order={2} size="h5">
        Source
      </Title>
      <Loaded query={sources}>{(all) => <SourceFacts source={all.find((one) => one.list === list)} />}</Loaded>
      <Title order={2} size="h5">
        Imports
      </Title>
      <Loaded query={imports}>
        {(all) =>
          all.length === 0 ? (
            <Text size="sm">
              This list has no imports. An operator imports it with <code>probity watchlist import</code>.
            </Text>
          ) : (
            <>
              {all
                .filter(({ status }) => status === 'open' || status === 'sealed')
                .map((one) => (
                  <Running key={one.import_id} received={one.received} expected={current?.entries ?? 0} />
                ))}
              <ImportsTable imports={all.slice(0, PAGE_SIZE)} />
              <PageButtons
                page={page}
                hasNext={all.length > PAGE_SIZE}
                go={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

function About({ tenant, list: { list, entries, version, format, imported_at } }: { tenant: string; list: List }) {
  const may = useMay(tenant);
  return (
    <Facts
      facts={[
        ['entries', entries.toLocaleString('en-US')],
        ['version', version],
        ['format', format],
        ['imported', <When key="imported" at={imported_at} />],
        [
          'alerts',
          may('read_customers') && (
            <AlertsLink key="alerts" tenant={tenant} filters={{ list }} text="Show the alerts of this list" />
          ),
        ],
      ]}
    />
  );
}

/** An import sends no total; the size of the current version is the best guess. */
function Running({ received, expected }: { received: number; expected: number }) {
  const words = `An import runs: it has received ${received.toLocaleString('en-US')} entries.`;
  return (
    <div role="status">
      <Text size="sm">
        {words} <Word word="running" />
      </Text>
      <Progress
        value={expected === 0 ? 100 : Math.min(100, (100 * received) / expected)}
        aria-label={words}
        animated
        mt={4}
      />
    </div>
  );
}
