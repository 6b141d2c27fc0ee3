import { Badge, Card, Group, Progress, Text, Title } from '@mantine/core';
import { differences, type Part } from './differences';

export interface Match {
  subject: string;
  subject_name: string;
  matched_name: string;
  /** 0 to 1 */
  score: number;
  list: string;
  entry_id: string;
  topics: string[];
}

/** The name of the customer beside the listed name; letters that differ are marked. */
export function MatchCard({ match, evidence }: { match: Match; evidence: Record<string, unknown> }) {
  const { subject, subject_name, matched_name, score, list, entry_id, topics } = match;
  const [ours, theirs] = differences(subject_name, matched_name);
  const percent = Math.round(score * 100);
  return (
    <Card withBorder>
      <Title order={2} size="h5">
        What matched
      </Title>
      <Text size="xs" c="dimmed" mt="xs">
        {subject.replaceAll('_', ' ')}
      </Text>
      <Name parts={ours} />
      <Text size="xs" c="dimmed" mt="xs">
        entry {entry_id} of {list}
      </Text>
      <Name parts={theirs} />
      <Group mt="sm" wrap="nowrap">
        <Text size="sm">Score {score}</Text>
        <Progress
          value={percent}
          flex={1}
          aria-label={`Score ${percent} of 100`}
          color={percent >= 85 ? 'red' : 'orange'}
        />
        {typeof evidence.threshold === 'number' && (
          <Text size="sm" c="dimmed">
            threshold {evidence.threshold}
          </Text>
        )}
      </Group>
      <Group gap="xs" mt="sm">
        {topics.map((topic) => (
          <Badge key={topic} variant="default" tt="none">
            {topic}
          </Badge>
        ))}
      </Group>
    </Card>
  );
}

const Name = ({ parts }: { parts: Part[] }) => (
  <Text fw={600} size="lg" className="foreign" dir="auto">
    {parts.map(({ text, differs }, index) =>
      differs ? (
        <mark key={index} className="differs">
          {text}
        </mark>
      ) : (
        <span key={index}>{text}</span>
      ),
    )}
  </Text>
);
