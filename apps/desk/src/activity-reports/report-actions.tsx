import { Button, Group, Kbd, Select, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommands } from '../keys/commands';
import { ReasonDialog } from '../parts/reason-dialog';
import { saveBytes } from '../parts/save-file';
import { pendingProposalsQuery } from '../proposals/queries';
import { WaitingProposal } from '../proposals/waiting-proposal';
import { useMay } from '../session/session';
import { usableTemplatesQuery } from '../settings/report-template-queries';
import {
  approveReport,
  discardReport,
  draftReport,
  exportByTemplate,
  exportReport,
  fileReport,
  type Report,
} from './queries';

const FOLLOWS = {
  'Propose the report': 'When a second person agrees, the report no longer changes, and can be exported.',
  'Discard the draft': 'The report stays readable, and no longer changes.',
  'Export as PDF': 'You get a file with personal data. The audit trail keeps its hash.',
  'Export as goAML': 'You get a file with personal data. The audit trail keeps its hash.',
  'Export with a template': 'You get a file with personal data. The audit trail keeps its hash and the template.',
  'Record the filing': 'The authority has the report.',
  'Draft a new version': 'The new report begins with the content of this one, and names it.',
} as const;
type Action = keyof typeof FOLLOWS;
const KEYS: Record<Action, string> = {
  'Propose the report': 'p',
  'Discard the draft': 'd',
  'Export as PDF': 'e',
  'Export as goAML': 'x',
  'Export with a template': 't',
  'Record the filing': 'f',
  'Draft a new version': 'n',
};

const today = (): string => new Date().toISOString().slice(0, 10);

interface ReportActionsProps {
  tenant: string;
  report: Report;
  /** the person wrote something that the draft does not have yet */
  hasUnsaved: boolean;
}

/** What the person may do with the report now, with keys. */
export function ReportActions({ tenant, report, hasUnsaved }: ReportActionsProps) {
  const may = useMay(tenant);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [action, setAction] = useState<Action>();
  const [reference, setReference] = useState('');
  const [filedOn, setFiledOn] = useState(today);
  const { data: templates = [] } = useQuery({ ...usableTemplatesQuery(tenant), enabled: may('read_configuration') });
  const [chosen, choose] = useState<string | null>(null);
  const template = chosen ?? templates[0]?.template_id;
  const isDraft = report.status === 'draft';
  const { data: pending = [] } = useQuery({ ...pendingProposalsQuery(tenant), enabled: isDraft });
  const proposal = pending.find(({ action, subject_id }) => action === 'approve_report' && subject_id === report.id);
  const isApproved = report.approved_at !== null;
  const actions: Action[] = [
    ...(isDraft && may('decide') && !proposal && !hasUnsaved ? (['Propose the report'] as const) : []),
    ...(isDraft && may('work_on_cases') ? (['Discard the draft'] as const) : []),
    ...(isApproved && may('export_customers') ? (['Export as PDF', 'Export as goAML'] as const) : []),
    ...(isApproved && may('export_customers') && template !== undefined ? (['Export with a template'] as const) : []),
    ...(report.status === 'approved' && may('export_customers') ? (['Record the filing'] as const) : []),
    ...(isApproved && may('work_on_cases') ? (['Draft a new version'] as const) : []),
  ];
  useCommands(actions.map((label) => ({ keys: KEYS[label], label, run: () => setAction(label) })));

  const save = async (exporting: Promise<{ file_name: string; media_type: string; content: string }>) => {
    const { file_name, media_type, content } = await exporting;
    saveBytes(file_name, media_type, content);
    return { done: report };
  };
  const send = async (reason: string) => {
    switch (action!) {
      case 'Propose the report':
        return approveReport(tenant, report, reason);
      case 'Discard the draft':
        return { done: await discardReport(tenant, report, reason) };
      case 'Export as PDF':
        return save(exportReport(tenant, report.id, 'pdf', reason));
      case 'Export as goAML':
        return save(exportReport(tenant, report.id, 'goaml', reason));
      case 'Export with a template':
        return save(exportByTemplate(tenant, report.id, template!, reason));
      case 'Record the filing':
        return { done: await fileReport(tenant, report.id, { reference, filed_on: filedOn, reason }) };
      case 'Draft a new version': {
        const { kind, narrative, measures, indicators, event_ids, alert_ids, case_id, id } = report;
        const content = { kind, narrative, measures, indicators, event_ids, alert_ids };
        return { done: await draftReport(tenant, case_id, { ...content, replaces: id, reason }) };
      }
    }
  };
  return (
    <Group>
      {isDraft && proposal && <WaitingProposal proposal={proposal} />}
      {isDraft && hasUnsaved && may('decide') && <Text size="sm">Save the draft before you propose it.</Text>}
      {actions.map((label) => (
        <Button
          key={label}
          size="xs"
          variant="default"
          rightSection={<Kbd size="xs">{KEYS[label]}</Kbd>}
          onClick={() => setAction(label)}
        >
          {label}
        </Button>
      ))}
      <ReasonDialog
        title={action}
        follows={action && FOLLOWS[action]}
        send={send}
        onClose={() => setAction(undefined)}
        onSent={(change) => {
          setAction(undefined);
          void cache.invalidateQueries({ queryKey: ['report', tenant, report.id] });
          if ('done' in change && change.done.id !== report.id) {
            void navigate({ to: '/$tenant/reports/$id', params: { tenant, id: change.done.id } });
          }
        }}
      >
        {action === 'Export with a template' && (
          <Select
            label="Template"
            data={templates.map(({ template_id, name, version }) => ({
              value: template_id,
              label: `${name} (version ${version})`,
            }))}
            value={template ?? null}
            allowDeselect={false}
            onChange={choose}
          />
        )}
        {action === 'Record the filing' && (
          <>
            <TextInput
              label="Reference of the authority"
              value={reference}
              onChange={({ currentTarget: { value } }) => setReference(value)}
              maxLength={100}
              required
            />
            <TextInput
              type="date"
              label="Filed on"
              value={filedOn}
              min={report.approved_at?.slice(0, 10)}
              max={today()}
              onChange={({ currentTarget: { value } }) => setFiledOn(value)}
              required
              w={170}
            />
          </>
        )}
      </ReasonDialog>
    </Group>
  );
}
