import { Group, Text, Timeline } from '@mantine/core';
import type { Schemas } from '../api/client';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { detailOf, happened, pageOf } from './timeline-text';

type Entry = Schemas['TimelineEntry'];

/** Entries of a timeline. Each leads to what it is about. */
export function TimelineList({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return <Text size="sm">Nothing happened yet.</Text>;
  return (
    <Timeline bulletSize={14}>
      {entries.map((entry) => (
        <Timeline.Item key={entry.id} title={<ItemTitle entry={entry} />}>
          {entry.reason !== null && entry.reason !== entry.title && (
            <Text size="sm" className="foreign">
              {entry.reason}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <When at={entry.at} />
            {byOf(entry)}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function ItemTitle({ entry }: { entry: Entry }) {
  const page = pageOf(entry);
  const text = entry.title || (page && entry.subject_type);
  const detail = detailOf(entry);
  return (
    <Group gap={6}>
      <Text size="sm" fw={600} span>
        {happened(entry)}
      </Text>
      {detail && (
        <Text size="sm" span className="foreign">
          {detail}
        </Text>
      )}
      {page && (
        <To page={page} id={entry.subject_id}>
          <span className="foreign">{text}</span>
        </To>
      )}
    </Group>
  );
}

const byOf = ({ actor, actor_name }: Entry): string => {
  const name = actor_name ?? actor?.replace(/^(provider|staff):/, '');
  return name === undefined || name === 'system' ? '' : `, ${name}`;
};
