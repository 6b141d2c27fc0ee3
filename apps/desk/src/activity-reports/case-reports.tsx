import { Button, Card, Group, Kbd, Select, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { LongText } from '../parts/long-text';
import { ReasonDialog } from '../parts/reason-dialog';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { kindChoice, KINDS, MAX_ALERTS, MAX_NARRATIVE } from './kinds';
import { draftReport, reportableQuery, reportsOfCaseQuery } from './queries';

interface OfCase {
  tenant: string;
  case_: Schemas['CaseDetail'];
}

/** The reports of suspicious activity of a case, and the start of a new one. */
export function CaseReports({ tenant, case_ }: OfCase) {
  const may = useMay(tenant);
  const reports = useQuery(reportsOfCaseQuery(tenant, case_.id));
  const [drafts, setDrafts] = useState(false);
  const mayDraft = may('work_on_cases');
  useCommands(mayDraft ? [{ keys: 'r', label: 'Draft a report', run: () => setDrafts(true) }] : []);
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        Reports to the authority
      </Title>
      <Loaded query={reports}>
        {(drafted) =>
          drafted.length === 0 ? (
            <Text size="sm">No report was drafted from this case.</Text>
          ) : (
            drafted.map(({ id, kind, status, created_at, drafted_by, reference }) => (
              <Group key={id} gap="xs">
                <To page="reports" id={id}>
                  {kind} {reference ?? id.slice(-12)}
                </To>
                <Word word={status} />
                <Text size="xs" c="dimmed">
                  <When at={created_at} /> by {drafted_by}
                </Text>
              </Group>
            ))
          )
        }
      </Loaded>
      {mayDraft && (
        <Button
          mt="sm"
          size="xs"
          variant="default"
          rightSection={<Kbd size="xs">r</Kbd>}
          onClick={() => setDrafts(true)}
        >
          Draft a report
        </Button>
      )}
      <DraftDialog tenant={tenant} case_={case_} opened={drafts} onClose={() => setDrafts(false)} />
    </Card>
  );
}

/** Drafts a report with the alerts of the case and the transactions that raised them, and shows it. */
function DraftDialog({ tenant, case_, opened, onClose }: OfCase & { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('STR');
  const [narrative, setNarrative] = useState('');
  const send = async (reason: string) => {
    // The dialog promises the transactions: without them nothing is drafted.
    const reportable = await cache.fetchQuery(reportableQuery(tenant, case_.id));
    const event_ids = reportable.filter(({ behind_alert }) => behind_alert).map(({ event_id }) => event_id);
    const body = { kind, narrative, event_ids, alert_ids: case_.alert_ids.slice(0, MAX_ALERTS), reason };
    return { done: await draftReport(tenant, case_.id, body) };
  };
  const alerts = case_.alert_ids.length > MAX_ALERTS ? `the first ${MAX_ALERTS} alerts` : 'the alerts';
  return (
    <ReasonDialog
      title={opened ? 'Draft a report' : undefined}
      follows={`The draft has ${alerts} of the case and the transactions that raised them. Choose the others that belong to it. You can change everything until it is approved.`}
      send={send}
      onClose={onClose}
      onSent={(change) => {
        if ('done' in change) void navigate({ to: '/$tenant/reports/$id', params: { tenant, id: change.done.id } });
      }}
    >
      <Select
        label="Kind"
        data={kindChoice}
        value={kind}
        onChange={(chosen) => chosen && setKind(chosen)}
        allowDeselect={false}
      />
      <LongText
        label="What happened"
        description="And why it is suspicious."
        value={narrative}
        onText={setNarrative}
        minRows={4}
        most={MAX_NARRATIVE}
        required
      />
    </ReasonDialog>
  );
}
