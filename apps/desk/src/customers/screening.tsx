import { Table, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { TableHead } from '../parts/table-head';

type Result = Schemas['ScreeningResult'];

const listName = (list: string): string => (list === 'tenant' ? 'your own list' : list);

/** Which entries of which lists matched, when, and what staff decided. */
export function Screening({ results }: { results: Result[] }) {
  if (results.length === 0) return <Text size="sm">No match.</Text>;
  return (
    <>
      <Text size="sm" mb="xs">
        {summaryOf(results)}
      </Text>
      <Table.ScrollContainer minWidth={640} mah={360}>
        <Table verticalSpacing={4}>
          <TableHead titles={['Result', 'Matched entry', 'Subject', 'List', 'Score', 'When']} />
          <Table.Tbody>
            {results.map((result) => (
              <Table.Tr key={result.alert_id}>
                <Table.Td>
                  <Word word={result.status} />
                </Table.Td>
                <Table.Td className="foreign">
                  <To page="alerts" id={result.alert_id}>
                    {result.matched_name}
                  </To>
                </Table.Td>
                <Table.Td className="foreign">
                  {result.subject.replaceAll('_', ' ')}: {result.subject_name}
                </Table.Td>
                <Table.Td className="foreign">
                  {listName(result.list)}
                  {result.plugin !== null && ` (${result.plugin})`}
                </Table.Td>
                <Table.Td className="number">{result.score}</Table.Td>
                <Table.Td>
                  <When at={result.screened_at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

/** Such as `ofac-sdn: 3 matches, 2 false positives`. */
function summaryOf(results: Result[]): string {
  const lists = [...new Set(results.map(({ list }) => list))].sort();
  return lists
    .map((list) => {
      const found = results.filter((result) => result.list === list);
      const dismissed = found.filter(({ status }) => status === 'false_positive').length;
      return `${listName(list)}: ${found.length} matches, ${dismissed} of them dismissed`;
    })
    .join('; ');
}
