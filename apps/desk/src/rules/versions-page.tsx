import { Anchor, Card, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCommands } from '../keys/commands';
import { Loaded } from '../parts/loaded';
import { When } from '../parts/when';
import { lineRows } from './line-differences';
import { versionsQuery } from './queries';
import { type Rule, textOf } from './template';

/** Two versions of a rule side by side. */
export function VersionsPage() {
  const { tenant, id } = useParams({ from: '/$tenant/rules/$id/versions' });
  const { left, right } = useSearch({ from: '/$tenant/rules/$id/versions' });
  const navigate = useNavigate({ from: '/$tenant/rules/$id/versions' });
  const query = useQuery(versionsQuery(tenant, id));
  useCommands([
    {
      keys: 'u',
      label: 'Back to the rule',
      run: () => void navigate({ to: '/$tenant/rules/$id', params: { tenant, id } }),
    },
  ]);
  return (
    <Loaded query={query}>
      {(versions) => {
        const after = versions.find(({ version }) => version === right) ?? versions[0]!;
        const before = versions.find(({ version }) => version === left) ?? versions[1] ?? after;
        return (
          <Stack>
            <Title order={1} size="h3" className="foreign">
              Versions of {String(after.definition.name)}
            </Title>
            <Group align="end">
              <Choice
                label="Before"
                versions={versions}
                chosen={before}
                choose={(one) => void navigate({ search: { left: one, right: after.version }, replace: true })}
              />
              <Choice
                label="After"
                versions={versions}
                chosen={after}
                choose={(one) => void navigate({ search: { left: before.version, right: one }, replace: true })}
              />
              <Anchor component={Link} to={`/${tenant}/rules/${id}`} size="sm">
                Back to the rule
              </Anchor>
            </Group>
            <Card withBorder>
              <SideBySide before={before} after={after} />
            </Card>
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface ChoiceProps {
  label: string;
  versions: Rule[];
  chosen: Rule;
  choose: (version: number) => void;
}

const Choice = ({ label, versions, chosen, choose }: ChoiceProps) => (
  <Select
    label={label}
    data={versions.map(({ version, mode }) => ({ value: String(version), label: `Version ${version}, ${mode}` }))}
    value={String(chosen.version)}
    allowDeselect={false}
    onChange={(value) => value && choose(Number(value))}
    w={200}
    size="xs"
  />
);

function SideBySide({ before, after }: { before: Rule; after: Rule }) {
  const rows = lineRows(linesOf(before), linesOf(after));
  const differ = rows.filter(({ kind }) => kind !== 'same').length;
  return (
    <>
      <Text size="sm" mb="sm" role="status">
        {differ === 0 ? 'They do not differ.' : `${differ} ${differ === 1 ? 'line differs' : 'lines differ'}.`}
      </Text>
      <table className="side-by-side">
        <thead>
          <tr>
            {[before, after].map((one, index) => (
              <th key={index} scope="col" align="left">
                Version {one.version} <When at={one.updated_at} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ left, right, kind }, index) => (
            <tr key={index}>
              <td data-changed={(kind !== 'same' && left !== undefined) || undefined} className="foreign">
                {kind === 'same' ? left : left !== undefined && <del>{left}</del>}
              </td>
              <td data-changed={(kind !== 'same' && right !== undefined) || undefined} className="foreign">
                {kind === 'same' ? right : right !== undefined && <ins>{right}</ins>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The mode and the definition. */
const linesOf = ({ mode, definition }: Rule): string[] => [`mode: ${mode}`, ...textOf(definition).split('\n')];
