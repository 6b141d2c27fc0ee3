import { Text, Timeline, Title } from '@mantine/core';
import type { Schemas } from '../api/client';
import { When } from './when';

type Entry = Schemas['ReportDetail']['entries'][number];

/** What staff did and said, oldest first. */
export const History = ({ entries }: { entries: readonly Entry[] }) => (
  <>
    <Title order={2} size="h5" mb="sm">
      Timeline
    </Title>
    <Timeline bulletSize={14}>
      {entries.map(({ what, text, officer, at }, index) => (
        <Timeline.Item key={index} title={`${what.replaceAll('_', ' ')} by ${officer}`}>
          <Text size="sm" className="foreign">
            {text}
          </Text>
          <Text size="xs" c="dimmed">
            <When at={at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  </>
);
