import { Button, Group, Kbd, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { type Column, Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { MODES, type RuleFilters } from './filters';
import { useCommands } from '../keys/commands';
import { useMay } from '../session/session';
import { figuresQuery, rulesQuery } from './queries';
import { AlertCount } from '../alerts/alerts-link';
import { precisionOf } from './rule-figures';
import type { Rule } from './template';
import type { Schemas } from '../api/client';

/** The monitoring rules of a tenant. */
export function RulesPage() {
  const { tenant } = useParams({ from: '/$tenant/rules' });
  const filters = useSearch({ from: '/$tenant/rules' });
  const navigate = useNavigate({ from: '/$tenant/rules' });
  const query = useQuery(rulesQuery(tenant, filters));
  const may = useMay(tenant);
  const maySeeAlerts = may('read_customers');
  const figures = useQuery(figuresQuery(tenant, filters, maySeeAlerts));
  const found = new Map(figures.data?.map((one) => [one.rule_id, one]));
  const mayWrite = may('configure_compliance');
  const write = () => void navigate({ to: '/$tenant/rules/new', params: { tenant } });
  useCommands(mayWrite ? [{ keys: 'n', label: 'Write a new rule', run: write }] : []);
  const counted: Column<Rule>[] = [
    { title: 'Alerts, 90 days', width: 90, cell: ({ id }) => <Alerts tenant={tenant} figures={found.get(id)} /> },
    { title: 'Right', width: 75, cell: ({ id }) => found.has(id) && precisionOf(found.get(id)!) },
    { title: 'Shadow hits', width: 80, cell: ({ id }) => found.get(id)?.shadow_hits.toLocaleString('en-US') },
  ];
  const filter = (change: RuleFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Rules
        </Title>
        {mayWrite && (
          <Button size="xs" onClick={write} rightSection={<Kbd size="xs">n</Kbd>}>
            New rule
          </Button>
        )}
      </Group>
      <Group my="sm">
        <FilterSelect
          label="Mode"
          values={MODES}
          value={filters.mode}
          empty="any"
          choose={(mode) => filter({ mode })}
        />
      </Group>
      <Loaded query={query}>
        {(rules) => (
          <Rows
            rows={rules}
            what="rule"
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/rules/$id', params: { tenant, id } })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              {
                title: 'Rule',
                cell: ({ id, definition }) => (
                  <To page="rules" id={id}>
                    {String(definition.name)}
                  </To>
                ),
              },
              { title: 'For', width: 130, wideOnly: true, cell: ({ definition }) => String(definition.event_type) },
              { title: 'Severity', width: 115, cell: ({ definition }) => <Word word={String(definition.severity)} /> },
              { title: 'Mode', width: 115, cell: ({ mode }) => <Word word={mode} /> },
              { title: 'Version', width: 75, wideOnly: true, cell: ({ version }) => version },
              ...(maySeeAlerts ? counted : []),
              { title: 'Changed', width: 140, wideOnly: true, cell: ({ updated_at }) => <When at={updated_at} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

const Alerts = ({ tenant, figures }: { tenant: string; figures: Schemas['RuleFigures'] | undefined }) =>
  figures && <AlertCount tenant={tenant} count={figures.alerts} filters={{ rule_id: figures.rule_id }} />;
