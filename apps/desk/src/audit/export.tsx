import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveCsv, saveFile } from '../parts/save-file';
import type { AuditFilters } from './filters';
import { allEntries, type AuditEntry, MAX_EXPORTED } from './queries';

const COLUMNS: (keyof AuditEntry)[] = [
  'at',
  'action',
  'actor',
  'actor_name',
  'subject_type',
  'subject_id',
  'reason',
  'cause',
  'id',
];
const asTable = (entries: AuditEntry[]): (string | null)[][] => [
  [...COLUMNS, 'data'],
  ...entries.map((entry) => [...COLUMNS.map((name) => entry[name] as string | null), JSON.stringify(entry.data)]),
];

/** Saves the entries that the filters choose as a file. */
export function Export({ tenant, filters }: { tenant: string; filters: AuditFilters }) {
  const [count, setCount] = useState(0);
  const exporting = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      setCount(0);
      const { entries, isCut } = await allEntries(tenant, filters, setCount);
      const name = `audit-${tenant}-${new Date().toISOString().slice(0, 10)}.${kind}`;
      if (kind === 'csv') saveCsv(name, asTable(entries));
      else saveFile(name, 'application/json', JSON.stringify(entries, null, 1));
      return { name, isCut, count: entries.length };
    },
    onSuccess: ({ name, isCut, count: saved }) =>
      notifications.show(
        isCut
          ? {
              color: 'yellow',
              title: 'The file is not complete',
              message: `${name} has the newest ${MAX_EXPORTED.toLocaleString()} entries. Choose a shorter period.`,
            }
          : { color: 'green', message: `${name} has ${saved.toLocaleString()} entries.` },
      ),
  });
  return (
    <Group gap="xs" align="center">
      {(['csv', 'json'] as const).map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant="default"
          disabled={exporting.isPending}
          onClick={() => exporting.mutate(kind)}
        >
          {`Export ${kind.toUpperCase()}`}
        </Button>
      ))}
      {exporting.isPending && (
        <Text size="xs" role="status">
          {count.toLocaleString()} entries read
        </Text>
      )}
    </Group>
  );
}
