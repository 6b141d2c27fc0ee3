import { Button, Group, Stack } from '@mantine/core';
import { Dialog } from '../parts/dialog';
import { Facts } from '../parts/facts';
import { Outline } from '../parts/outline';
import { When } from '../parts/when';
import type { AuditFilters } from './filters';
import type { AuditEntry } from './queries';

interface EntryDialogProps {
  /** undefined: the dialog is closed */
  entry: AuditEntry | undefined;
  onClose: () => void;
  filter: (change: AuditFilters) => void;
}

/** All of one entry of the audit trail, with what it changed. */
export function EntryDialog({ entry, onClose, filter }: EntryDialogProps) {
  return (
    <Dialog opened={entry !== undefined} onClose={onClose} title={entry?.action ?? ''}>
      {entry && (
        <Stack>
          <Facts
            facts={[
              ['when', <When key="when" at={entry.at} />],
              ['by', entry.actor_name ?? entry.actor],
              ['actor', entry.actor],
              ['subject', `${entry.subject_type.replaceAll('_', ' ')} ${entry.subject_id}`],
              ['reason', entry.reason],
              ['cause', entry.cause],
              ['data', Object.keys(entry.data).length > 0 && <Outline key="data" value={entry.data} />],
            ]}
          />
          <Group>
            <Button size="xs" data-autofocus onClick={() => filter({ subject_id: entry.subject_id })}>
              Show all about this subject
            </Button>
            <Button size="xs" variant="default" onClick={() => filter({ actor: entry.actor })}>
              Show all by this actor
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
