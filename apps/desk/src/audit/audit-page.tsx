import { Group, SegmentedControl, Title } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Entries } from './entries';
import { AuditEvidence } from './evidence';
import { AUDIT_VIEWS } from './filters';

const LABELS = { entries: 'Entries', evidence: 'Evidence' };

/** Who did what, when and why; and the evidence that it is what happened. */
export function AuditPage() {
  const { tenant } = useParams({ from: '/$tenant/audit' });
  const filters = useSearch({ from: '/$tenant/audit' });
  const navigate = useNavigate({ from: '/$tenant/audit' });
  const { view = 'entries' } = filters;
  return (
    <>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Audit trail
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Which part of the audit trail"
          data={AUDIT_VIEWS.map((value) => ({ value, label: LABELS[value] }))}
          value={view}
          onChange={(chosen) => void navigate({ search: { view: chosen }, replace: true })}
        />
      </Group>
      {view === 'entries' ? <Entries tenant={tenant} filters={filters} /> : <AuditEvidence tenant={tenant} />}
    </>
  );
}
