import { Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { More } from '../parts/more';
import { timelineQuery } from './activity-queries';
import { type CustomerPartFilters, TIMELINE_KINDS } from './filters';
import { Part } from './part';
import { TimelineList } from './timeline-list';

interface TimelinePartProps {
  tenant: string;
  id: string;
  kind: CustomerPartFilters['kind'];
  filter: (change: CustomerPartFilters) => void;
}

/** What happened to the customer as one list, newest first. */
export function TimelinePart({ tenant, id, kind, filter }: TimelinePartProps) {
  const query = useInfiniteQuery(timelineQuery(tenant, id, kind));
  return (
    <Part title="Timeline">
      <Stack>
        <Group>
          <FilterSelect
            label="Kind"
            values={TIMELINE_KINDS}
            value={kind}
            empty="everything"
            choose={(chosen) => filter({ kind: chosen })}
          />
        </Group>
        <Loaded query={query}>{({ pages }) => <TimelineList entries={pages.flatMap(({ items }) => items)} />}</Loaded>
        <More query={query} what="entries" />
      </Stack>
    </Part>
  );
}
