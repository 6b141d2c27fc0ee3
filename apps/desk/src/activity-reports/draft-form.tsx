import { Alert, Button, Checkbox, Group, Kbd, Select, Stack, TagsInput, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { notifications } from '@mantine/notifications';
import { alertsQuery } from '../alerts/queries';
import { caseQuery } from '../cases/queries';
import { Loaded } from '../parts/loaded';
import { LongText } from '../parts/long-text';
import { MOST_REASON } from '../parts/reason-dialog';
import { kindChoice, MAX_MEASURES, MAX_NARRATIVE } from './kinds';
import { Meanwhile } from './meanwhile';
import { isChanged, withNewer } from './newer-draft';
import { PickTransactions } from './pick-transactions';
import { changeReport, type Content, type Report, reportQuery } from './queries';

const MAX_INDICATORS = 30;

interface DraftFormProps {
  tenant: string;
  /** as it is on the server */
  report: Report;
  onUnsaved: (hasUnsaved: boolean) => void;
}

/** What staff write and choose, while the report is a draft. */
export function DraftForm({ tenant, report, onUnsaved }: DraftFormProps) {
  const cache = useQueryClient();
  // A colleague's later change does not replace what the person writes: the person loads it.
  const [seen, setSeen] = useState(report);
  const ofCase = useQuery(caseQuery(tenant, report.case_id));
  const { data: alerts = [] } = useQuery(alertsQuery(tenant, { view: 'all', case_id: report.case_id }));
  const { kind, narrative, measures, indicators, event_ids, alert_ids } = report;
  const [form, setForm] = useState<Content>({ kind, narrative, measures, indicators, event_ids, alert_ids });
  const [reason, setReason] = useState('');
  const [both, setBoth] = useState<string[]>([]);
  // The answer to the save can be newer than what was read last.
  const isOvertaken = report.version > seen.version || report.status !== 'draft';
  const hasUnsaved = isChanged(seen, form);
  useEffect(() => onUnsaved(hasUnsaved), [hasUnsaved, onUnsaved]);
  const load = () => {
    const loaded = withNewer(seen, report, form);
    setForm(loaded.form);
    setBoth(loaded.both);
    setSeen(report);
  };
  const saving = useMutation({
    mutationFn: (sent: Content) => changeReport(tenant, seen, sent, reason.trim()),
    onSuccess: async (saved, sent) => {
      // What follows is about the saved version, also while a read of an older one is on its way.
      const { queryKey } = reportQuery(tenant, report.id);
      await cache.cancelQueries({ queryKey, exact: true });
      cache.setQueryData(queryKey, saved);
      setSeen(saved);
      setForm((current) => withNewer(sent, saved, current).form);
      setReason('');
      setBoth([]);
      // Keys are commands again.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      notifications.show({ color: 'green', message: 'The draft is saved.' });
      void cache.invalidateQueries({ queryKey });
    },
  });
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (reason.trim() !== '' && !saving.isPending && !isOvertaken) saving.mutate(form);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
  };
  const titleOf = (id: string): string => alerts.find((alert) => alert.id === id)?.title ?? id;
  return (
    <form onSubmit={save} onKeyDown={onKey}>
      <Stack>
        <Title order={2} size="h5">
          The draft
        </Title>
        {isOvertaken && <Meanwhile newer={report} onLoad={load} />}
        {both.length > 0 && (
          <Alert variant="outline" color="yellow" role="status">
            <Text size="sm">You and a colleague changed {both.join(', ')}. The form has what you wrote.</Text>
            {both.includes('what happened') && (
              <Text size="sm" className="foreign" style={{ whiteSpace: 'pre-wrap' }}>
                The saved version says: {seen.narrative}
              </Text>
            )}
          </Alert>
        )}
        <Select
          label="Kind"
          data={kindChoice}
          value={form.kind}
          onChange={(chosen) => chosen && setForm({ ...form, kind: chosen })}
          allowDeselect={false}
        />
        <LongText
          label="What happened"
          description="And why it is suspicious."
          value={form.narrative}
          onText={(written) => setForm({ ...form, narrative: written })}
          minRows={5}
          most={MAX_NARRATIVE}
          required
        />
        <LongText
          label="Measures"
          description="What the institution did about it."
          value={form.measures}
          onText={(written) => setForm({ ...form, measures: written })}
          most={MAX_MEASURES}
        />
        <TagsInput
          label="Indicators"
          description="Codes of the authority for reasons of the suspicion. Enter adds one."
          value={form.indicators}
          onChange={(chosen) => setForm({ ...form, indicators: chosen })}
          maxTags={MAX_INDICATORS}
        />
        <PickTransactions
          tenant={tenant}
          caseId={report.case_id}
          picked={form.event_ids}
          pick={(chosen) => setForm({ ...form, event_ids: chosen })}
        />
        <Checkbox.Group
          label="Alerts of the case"
          value={form.alert_ids}
          onChange={(chosen) => setForm({ ...form, alert_ids: chosen })}
        >
          <Loaded query={ofCase}>
            {(case_) =>
              case_.alert_ids.map((id) => (
                <Checkbox key={id} size="xs" mt={4} value={id} className="foreign" label={titleOf(id)} />
              ))
            }
          </Loaded>
        </Checkbox.Group>
        <LongText
          label="Reason of the change"
          description="The audit trail keeps it."
          value={reason}
          onText={setReason}
          minRows={1}
          most={MOST_REASON}
          required
        />
        <Group>
          <Button
            type="submit"
            size="xs"
            loading={saving.isPending}
            disabled={isOvertaken}
            rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}
          >
            Save the draft
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
