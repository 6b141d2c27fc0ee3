import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { deadFactsQuery } from './queries';

/** Facts that a consumer could not handle, newest first. */
export function DeadFacts({ page, go }: { page?: number; go: (page: number) => void }) {
  const query = useQuery(deadFactsQuery(page));
  return (
    <Loaded query={query}>
      {(facts) => (
        <Rows
          rows={facts}
          what="fact"
          empty="Every fact was handled. With Kafka, look into the dead-letter topics too."
          idOf={({ consumer, stream, revision }) => `${consumer} ${stream} ${revision}`}
          page={page}
          go={go}
          columns={[
            { title: 'Consumer', width: 160, cell: ({ consumer }) => consumer },
            { title: 'Fact', width: 200, cell: ({ type }) => type },
            { title: 'Where', width: 320, cell: ({ stream, revision }) => `${stream}, revision ${revision}` },
            { title: 'When', width: 140, cell: ({ at }) => <When at={at} /> },
          ]}
        />
      )}
    </Loaded>
  );
}
