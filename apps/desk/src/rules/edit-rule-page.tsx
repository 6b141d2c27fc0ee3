import { Button, Card, Group, Kbd, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, changeOf, dataOf } from '../api/client';
import { useCommands } from '../keys/commands';
import { Loaded } from '../parts/loaded';
import { ReasonDialog } from '../parts/reason-dialog';
import { useTenant } from '../parts/use-tenant';
import { useUnsaved } from '../parts/use-unsaved';
import { useMay } from '../session/session';
import { BacktestResult } from './backtest-result';
import { ruleQuery } from './queries';
import { RuleProblems, useRuleCheck } from './rule-check';
import { RuleEditor } from './rule-editor';
import { newText, type Rule, textOf } from './template';

/** Writes a new rule. */
export function NewRulePage() {
  return <RuleDraft />;
}

/** Writes the next version of a rule. */
export function EditRulePage() {
  const { tenant, id } = useParams({ from: '/$tenant/rules/$id/edit' });
  // What a person writes must not be replaced by what another one saves meanwhile: saving says so.
  const query = useQuery({ ...ruleQuery(tenant, id), refetchOnWindowFocus: false, staleTime: Infinity });
  return <Loaded query={query}>{(rule) => <RuleDraft key={rule.id} rule={rule} />}</Loaded>;
}

function RuleDraft({ rule: given }: { rule?: Rule }) {
  const tenant = useTenant();
  const may = useMay(tenant);
  const navigate = useNavigate();
  const [rule] = useState(given);
  const [start] = useState(() => (rule ? textOf(rule.definition) : newText()));
  const [text, setText] = useState(start);
  const [cursor, setCursor] = useState<{ offset: number }>();
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [backtest, setBacktest] = useState<string>();
  const checked = useRuleCheck(tenant, text);
  const isChanged = text !== start;
  useUnsaved(isChanged && !isSaved);
  const maySave = may('configure_compliance') && checked.isValid;
  const mayTry = may('run_backtests') && checked.isValid;
  const period = usePeriod();
  const trying = useBacktest(tenant, rule?.id, setBacktest);
  const tryIt = () => mayTry && trying.mutate({ definition: checked.definition!, ...period.value });
  useCommands([
    { keys: 'i', label: 'Write the definition', run: () => setCursor({ offset: 0 }) },
    ...(mayTry ? [{ keys: 'b', label: 'Run a backtest of the draft', run: tryIt }] : []),
    ...(maySave
      ? [{ keys: 's', label: rule ? 'Save a new version' : 'Save as a draft', run: () => setSaving(true) }]
      : []),
  ]);
  const save = rule ? 'Save a new version' : 'Save as a draft';
  return (
    <Stack>
      <Title order={1} size="h3" className="foreign">
        {rule ? `Edit ${String(rule.definition.name)}` : 'New rule'}
      </Title>
      <Group align="start" wrap="wrap" className="draft">
        <Stack flex="2 1 480px" gap="xs" miw={0}>
          <RuleEditor
            text={text}
            onChange={setText}
            wrong={new Set(checked.problems.map(({ place }) => place.line))}
            describedBy="rule-problems"
            cursor={cursor}
          />
          <Text size="xs" c="dimmed">
            JSON. Tab or Escape leaves the field; then the keys of the page work.
          </Text>
        </Stack>
        <Stack flex="1 1 280px" miw={0}>
          <Card withBorder>
            <RuleProblems id="rule-problems" checked={checked} goTo={({ offset }) => setCursor({ offset })} />
          </Card>
          {may('run_backtests') && (
            <Card withBorder>
              <Title order={2} size="h5" mb="xs">
                Try it on the history
              </Title>
              {period.fields}
              <Button
                mt="sm"
                variant="default"
                disabled={!mayTry}
                loading={trying.isPending}
                onClick={tryIt}
                rightSection={<Kbd size="xs">b</Kbd>}
              >
                Run a backtest
              </Button>
            </Card>
          )}
          {may('configure_compliance') && (
            <Button disabled={!maySave} onClick={() => setSaving(true)} rightSection={<Kbd size="xs">s</Kbd>}>
              {save}
            </Button>
          )}
        </Stack>
      </Group>
      {backtest !== undefined && (
        <Card withBorder component="section" aria-label="Backtest">
          <BacktestResult tenant={tenant} id={backtest} />
        </Card>
      )}
      <SaveDialog
        tenant={tenant}
        rule={rule}
        definition={checked.definition}
        title={isSaving ? save : undefined}
        onClose={() => setSaving(false)}
        onSaved={(id) => {
          setSaved(true);
          setSaving(false);
          // After the render that lets the page go.
          setTimeout(() => void navigate({ to: '/$tenant/rules/$id', params: { tenant, id } }));
        }}
      />
    </Stack>
  );
}

interface Task {
  definition: Record<string, unknown>;
  from?: string;
  to?: string;
}

function useBacktest(tenant: string, rule_id: string | undefined, started: (id: string) => void) {
  return useMutation({
    mutationFn: (task: Task) =>
      dataOf(
        api.POST('/api/v1/tenants/{slug}/monitoring-rules/backtests', {
          params: { path: { slug: tenant } },
          body: { ...task, max_examples: 10, ...(rule_id !== undefined && { rule_id }) },
        }),
      ),
    onSuccess: ({ id }) => started(id),
  });
}

/** The history that a draft is tried on; all of it without days. */
function usePeriod() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const fields = (
    <Group grow gap="xs">
      <TextInput
        type="date"
        size="xs"
        label="From the day"
        value={from}
        onChange={({ currentTarget: { value } }) => setFrom(value)}
      />
      <TextInput
        type="date"
        size="xs"
        label="Before the day"
        value={to}
        onChange={({ currentTarget: { value } }) => setTo(value)}
      />
    </Group>
  );
  return { fields, value: { ...(from !== '' && { from }), ...(to !== '' && { to }) } };
}

interface SaveDialogProps {
  tenant: string;
  rule: Rule | undefined;
  definition: Record<string, unknown> | undefined;
  title: string | undefined;
  onClose: () => void;
  onSaved: (ruleId: string) => void;
}

function SaveDialog({ tenant, rule, definition, title, onClose, onSaved }: SaveDialogProps) {
  const cache = useQueryClient();
  const send = async (reason: string) => {
    if (!rule) {
      const params = { path: { slug: tenant } };
      const body = { definition: definition as never, reason };
      return { done: await dataOf(api.POST('/api/v1/tenants/{slug}/monitoring-rules', { params, body })) };
    }
    return changeOf(
      api.PUT('/api/v1/tenants/{slug}/monitoring-rules/{ruleId}', {
        params: { path: { slug: tenant, ruleId: rule.id } },
        // Nothing changes if another person changed the rule in the meantime.
        body: { definition: definition as never, reason, expected_version: rule.version },
      }),
    );
  };
  return (
    <ReasonDialog
      title={title}
      follows={
        rule
          ? `Version ${rule.version + 1} keeps the mode of the rule: ${rule.mode}.`
          : 'A draft is not evaluated. Run it as shadow or activate it on its page.'
      }
      send={send}
      onClose={onClose}
      onSent={(change) => {
        // The page of the rule must not change a version that is no longer the latest one.
        if ('done' in change) cache.setQueryData(ruleQuery(tenant, change.done.id).queryKey, change.done);
        for (const read of ['rules', 'rule', 'rule-versions'])
          void cache.invalidateQueries({ queryKey: [read, tenant] });
        onSaved('done' in change ? change.done.id : rule!.id);
      }}
    />
  );
}
