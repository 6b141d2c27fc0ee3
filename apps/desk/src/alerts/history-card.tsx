import { Card, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { timelineQuery } from '../customers/activity-queries';
import { TimelineList } from '../customers/timeline-list';
import { Loaded } from '../parts/loaded';

const SHOWN = 8;
/** Not what staff did with the queue, and no note. */
const KINDS = 'event,alert,decision,kyc,signal,rating';

/** What happened to the customer last. */
export function HistoryCard({ tenant, customerId }: { tenant: string; customerId: string }) {
  const query = useInfiniteQuery(timelineQuery(tenant, customerId, KINDS, SHOWN));
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        Recent history
      </Title>
      <Loaded query={query}>{({ pages: [first] }) => <TimelineList entries={first?.items ?? []} />}</Loaded>
      <Link
        to="/$tenant/customers/$id"
        params={{ tenant, id: customerId }}
        search={{ part: 'timeline' }}
        className="inline-link"
      >
        The whole timeline
      </Link>
    </Card>
  );
}
