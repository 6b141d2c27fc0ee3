import { Group, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { When } from '../parts/when';

type Source = Schemas['WatchlistSource'];

/** Whether a list is fetched, and whether it is stale, in a row of a table. */
export function Fetched({ source }: { source: Source | undefined }) {
  if (!source) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      {source.stale && <Word word="stale" />}
      <LastFetch source={source} />
    </Group>
  );
}

/** From where a list is fetched, and how that went. */
export function SourceFacts({ source }: { source: Source | undefined }) {
  if (!source) {
    return (
      <Text size="sm">
        The list is imported by hand. An operator lets Probity fetch it with <code>probity watchlist set-source</code>.
      </Text>
    );
  }
  const { files, every_hours, stale_after_hours, confirmed_at, stale, active, next_fetch_at, last_fetch } = source;
  return (
    <Facts
      facts={[
        ['fetched from', [...new Set(files.map(({ url }) => new URL(url).host))].join(', ')],
        ['every', active ? `${every_hours} hours` : 'not fetched'],
        [
          'confirmed',
          <Group key="confirmed" gap="xs">
            {confirmed_at ? <When at={confirmed_at} /> : 'never'}
            {stale && <Word word="stale" />}
          </Group>,
        ],
        ['stale after', `${stale_after_hours} hours`],
        ['last fetch', last_fetch && <LastFetch key="last" source={source} />],
        ['why it failed', last_fetch?.message],
        ['next fetch', next_fetch_at && <When key="next" at={next_fetch_at} />],
        ['set by', source.officer],
      ]}
    />
  );
}

function LastFetch({ source: { last_fetch, fetching, active } }: { source: Source }) {
  if (fetching) return <Word word="running" />;
  if (!last_fetch) return active ? 'not yet' : 'inactive';
  return (
    <Group gap="xs" wrap="nowrap">
      <Word word={last_fetch.result} />
      <When at={last_fetch.ended_at} />
    </Group>
  );
}
