import { Badge, Card, Group, Progress, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { countryName } from '../parts/country-name';
import { Facts } from '../parts/facts';
import { differences, type Part } from './differences';
import { partsText, type ScorePart, scoreParts } from './score-parts';

export interface Match {
  subject: string;
  /** the part of a transaction that names it, beside the counterparty */
  part?: string;
  subject_name: string;
  matched_name: string;
  /** 0 to 1 */
  score: number;
  list: string;
  entry_id: string;
  topics: string[];
}

interface MatchCardProps {
  tenant: string;
  match: Match;
  evidence: Record<string, unknown>;
}

/** The name of the customer beside the listed name; letters that differ are marked. */
export function MatchCard({ tenant, match, evidence }: MatchCardProps) {
  const { subject, part, subject_name, matched_name, score, list, entry_id, topics } = match;
  const [ours, theirs] = differences(subject_name, matched_name);
  const percent = Math.round(score * 100);
  const parts = scoreParts(evidence.features);
  return (
    <Card withBorder>
      <Title order={2} size="h5">
        What matched
      </Title>
      <Text size="xs" c="dimmed" mt="xs">
        {(part ?? subject).replaceAll('_', ' ')}
      </Text>
      <Name parts={ours} />
      <Text size="xs" c="dimmed" mt="xs">
        entry {entry_id} of <ToList tenant={tenant} list={list} name={matched_name} />
      </Text>
      <Name parts={theirs} />
      <Group mt="sm" wrap="nowrap">
        <Text size="sm" flex="none">
          Score {score} of 1
        </Text>
        <ScoreBar percent={percent} parts={parts} />
        {typeof evidence.threshold === 'number' && (
          <Text size="sm" c="dimmed" flex="none">
            alerts from {evidence.threshold}
          </Text>
        )}
      </Group>
      {parts.length > 0 && <Text size="xs">{partsText(parts)}</Text>}
      <ScorerVersion evidence={evidence} />
      <Compared evidence={evidence} />
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

/** Leads to the list; in the tenant's own list, to the names like this one. */
const ToList = ({ tenant, list, name }: { tenant: string; list: string; name: string }) =>
  list === 'tenant' ? (
    <Link to="/$tenant/lists/tenant" params={{ tenant }} search={{ name }} className="inline-link">
      your own list
    </Link>
  ) : (
    <Link to="/$tenant/lists/$list" params={{ tenant, list }} className="inline-link">
      {list}
    </Link>
  );

/** The names, and beside them what the other details add. What they take is only in the text below. */
function ScoreBar({ percent, parts }: { percent: number; parts: ScorePart[] }) {
  const [names, ...others] = parts;
  const added = others.reduce((sum, { value }) => sum + Math.max(0, value), 0) * 100;
  const ofNames = names === undefined || names.value * 100 >= percent ? percent : Math.max(0, percent - added);
  return (
    <Progress.Root flex={1} role="img" aria-label={`Score ${percent} of 100`}>
      <Progress.Section value={ofNames} color={percent >= 85 ? 'red' : 'orange'} withAria={false} />
      <Progress.Section value={percent - ofNames} color="grape" withAria={false} />
    </Progress.Root>
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

/** What computed the score, so that it can be explained later. Findings of providers name the provider instead. */
function ScorerVersion({ evidence: { entry, scorer_version } }: { evidence: Record<string, unknown> }) {
  if (typeof entry !== 'object') return null;
  return (
    <Text size="xs" c="dimmed">
      {typeof scorer_version === 'number' ? `scorer version ${scorer_version}` : 'scorer version not recorded'}
    </Text>
  );
}

interface Side {
  birth_date?: string;
  birth_dates?: string[];
  gender?: string;
  countries?: string[];
  identifiers?: { type: string; value: string }[];
  programs?: string[];
  remarks?: string;
}

const idsOf = ({ identifiers = [] }: Side): string =>
  identifiers.map(({ type, value }) => `${type} ${value}`).join(', ');

const countriesOf = ({ countries = [] }: Side): string => countries.map(countryName).join(', ');

/** Beside the names: what else is known of both, and how it compares. Evidence of providers has another form. */
function Compared({ evidence }: { evidence: Record<string, unknown> }) {
  const { subject, entry, features } = evidence as { subject?: Side; entry?: Side; features?: Record<string, unknown> };
  if (typeof subject !== 'object' || typeof entry !== 'object') return null;
  const verdict = (name: string) => (typeof features?.[name] === 'string' ? features[name] : '');
  const rows = [
    ['date of birth', subject.birth_date, entry.birth_dates?.join(', '), verdict('birth_date')],
    ['gender', subject.gender, entry.gender, features?.other_gender === undefined ? '' : 'different'],
    ['countries', countriesOf(subject), countriesOf(entry), verdict('countries')],
    ['documents', idsOf(subject), idsOf(entry), verdict('identifiers')],
  ].filter(([, ours, theirs]) => ours || theirs);
  return (
    <>
      {rows.length > 0 && (
        <Table mt="sm" withRowBorders={false} verticalSpacing={4} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={160}>
                <VisuallyHidden>what</VisuallyHidden>
              </Table.Th>
              <Table.Th>ours</Table.Th>
              <Table.Th>listed</Table.Th>
              <Table.Th>compared</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([what, ours, theirs, how]) => (
              <Table.Tr key={what}>
                <Table.Th scope="row" fw={500} c="dimmed">
                  {what}
                </Table.Th>
                <Table.Td className="foreign">{ours || 'unknown'}</Table.Td>
                <Table.Td className="foreign">{theirs || 'unknown'}</Table.Td>
                <Table.Td>{how}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Facts
        facts={[
          ['listed for', entry.programs?.join(', ')],
          ['remarks', entry.remarks],
        ]}
      />
    </>
  );
}
