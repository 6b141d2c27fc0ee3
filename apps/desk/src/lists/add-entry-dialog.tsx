import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api, dataOf } from '../api/client';
import { ReasonDialog } from '../parts/reason-dialog';

const KINDS = ['Person', 'Company', 'Vessel', 'Aircraft', 'Wallet', 'Other'];
const TOPICS = ['sanction', 'pep', 'crime', 'wanted', 'adverse-media', 'other'];
const EMPTY = { schema: 'Person', topic: 'crime', names: '', born: '', countries: '', numbers: '', remarks: '' };

interface AddEntryDialogProps {
  tenant: string;
  opened: boolean;
  onClose: () => void;
  onAdded: () => void;
}

const parts = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean);

/** Each line is `type: value`, or only the value. */
const identifiersIn = (text: string, schema: string) =>
  parts(text, /\n/).map((line) => {
    const [, type, value] = /^([^:]+):\s*(.+)$/.exec(line) ?? [];
    return type && value ? { type: type.trim(), value } : { type: typeOf(schema), value: line };
  });

const NUMBERS: Record<string, string> = {
  Person: 'passport',
  Company: 'registration number',
  Vessel: 'imo number',
  Aircraft: 'aircraft tail number',
  Wallet: 'digital currency address',
};
const typeOf = (schema: string): string => NUMBERS[schema] ?? 'document';

/** Adds an entry to the list of the tenant itself. */
export function AddEntryDialog({ tenant, opened, onClose, onAdded }: AddEntryDialogProps) {
  const [entry, setEntry] = useState(EMPTY);
  useEffect(() => setEntry(EMPTY), [opened]);
  const set = (name: keyof typeof EMPTY) => (value: string | null) =>
    setEntry((old) => ({ ...old, [name]: value ?? '' }));
  const send = async (reason: string) => ({
    done: await dataOf(
      api.POST('/api/v1/tenants/{slug}/watchlist-entries', {
        params: { path: { slug: tenant } },
        body: {
          entry: {
            schema: entry.schema,
            names: parts(entry.names, /\n/),
            topics: [entry.topic],
            birth_dates: parts(entry.born, /,/),
            countries: parts(entry.countries, /,/).map((one) => one.toUpperCase()),
            identifiers: identifiersIn(entry.numbers, entry.schema),
            ...(entry.remarks.trim() !== '' && { remarks: entry.remarks.trim() }),
          },
          reason,
        },
      }),
    ),
  });
  return (
    <ReasonDialog
      title={opened ? 'Add an entry' : undefined}
      follows="All customers are screened against the entry soon after."
      send={send}
      onClose={onClose}
      onSent={() => {
        onClose();
        onAdded();
      }}
    >
      <Textarea
        label="Names"
        description="The primary name first, one on each line."
        value={entry.names}
        onChange={({ currentTarget: { value } }) => set('names')(value)}
        autosize
        minRows={2}
        required
        data-autofocus
      />
      <Group grow>
        <Select label="Kind" data={KINDS} value={entry.schema} allowDeselect={false} onChange={set('schema')} />
        <Select label="Topic" data={TOPICS} value={entry.topic} allowDeselect={false} onChange={set('topic')} />
      </Group>
      <Group grow align="start">
        <TextInput
          label="Birth dates"
          description="1962, 1962-03 or 1962-03-17"
          value={entry.born}
          onChange={({ currentTarget: { value } }) => set('born')(value)}
        />
        <TextInput
          label="Countries"
          description="Two letters each, such as GB, DE"
          value={entry.countries}
          onChange={({ currentTarget: { value } }) => set('countries')(value)}
        />
      </Group>
      <Textarea
        label="Identifiers"
        description={`One on each line: the type, a colon and the value. Without a type: ${typeOf(entry.schema)}.`}
        value={entry.numbers}
        onChange={({ currentTarget: { value } }) => set('numbers')(value)}
        autosize
        minRows={1}
      />
      <TextInput
        label="Remarks"
        value={entry.remarks}
        onChange={({ currentTarget: { value } }) => set('remarks')(value)}
      />
    </ReasonDialog>
  );
}
