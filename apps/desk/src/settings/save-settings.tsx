import { Alert, Button, Group, Kbd, List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, changeOf, type Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { ReasonDialog } from '../parts/reason-dialog';

interface SaveSettingsProps {
  tenant: string;
  /** of the settings that are shown; nothing changes if another person changed them in the meantime */
  version: number;
  /** undefined: nothing differs from what is stored */
  patch: Record<string, unknown> | undefined;
  /** why the form cannot be saved */
  problem?: string;
}

/** Saves a change of the settings with a reason, or proposes it, and shows what follows from it. */
export function SaveSettings({ tenant, version, patch, problem }: SaveSettingsProps) {
  const cache = useQueryClient();
  const [asks, ask] = useState(false);
  const [notes, setNotes] = useState<string[]>([]);
  const canSave = patch !== undefined && problem === undefined;
  useCommands(canSave ? [{ keys: 's', label: 'Save the settings', run: () => ask(true) }] : []);
  return (
    <>
      {notes.length > 0 && (
        <Alert variant="outline" withCloseButton closeButtonLabel="Close" onClose={() => setNotes([])}>
          <Text fw={700}>What follows</Text>
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group>
        <Button size="xs" disabled={!canSave} onClick={() => ask(true)} rightSection={<Kbd size="xs">s</Kbd>}>
          Save
        </Button>
        <Text size="sm" c={problem === undefined ? 'dimmed' : 'red'} role="status">
          {problem ?? (patch === undefined ? 'Nothing has changed.' : 'Changes are not saved yet.')}
        </Text>
      </Group>
      <ReasonDialog
        title={asks ? 'Save the settings' : undefined}
        follows="The change applies to what happens from now on. It waits for a second person if the tenant needs two people for settings."
        onClose={() => ask(false)}
        onSent={(change) => {
          ask(false);
          setNotes('done' in change ? (change.done as Schemas['ChangedSettings']).notes : []);
          for (const read of ['settings', 'settings-versions']) {
            void cache.invalidateQueries({ queryKey: [read, tenant] });
          }
        }}
        send={(reason) =>
          changeOf(
            api.PATCH('/api/v1/tenants/{slug}/settings', {
              params: { path: { slug: tenant } },
              body: { settings: patch!, reason, expected_version: version },
            }),
          )
        }
      />
    </>
  );
}
