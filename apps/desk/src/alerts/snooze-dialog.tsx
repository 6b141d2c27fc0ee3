import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ReasonDialog } from '../parts/reason-dialog';

const DAY_MS = 86_400_000;
const CHOICES = [
  ['tomorrow', 1],
  ['3 days', 3],
  ['a week', 7],
  ['a month', 30],
] as const;

/** A day of the person's own calendar, as YYYY-MM-DD. */
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv');
/** The time at which the day begins where the person is. */
const beginOf = (day: string): string => new Date(`${day}T00:00`).toISOString();

interface SnoozeDialogProps {
  opened: boolean;
  /** @param until ISO 8601 */
  send: (until: string, reason: string) => Promise<unknown>;
  /** true: the caller tells the person what happened */
  quiet?: boolean;
  onClose: () => void;
  onSent: () => void;
}

/** Puts alerts off until a day. */
export function SnoozeDialog({ opened, send, quiet, onClose, onSent }: SnoozeDialogProps) {
  const [until, setUntil] = useState(dayAfter(1));
  useEffect(() => setUntil(dayAfter(1)), [opened]);
  return (
    <ReasonDialog
      title={opened ? 'Put off' : undefined}
      follows="Until that day, only the part “Put off” of the alerts shows it. It is due as before, shown when it is overdue, and still counts in the score."
      send={async (reason) => ({ done: await send(beginOf(until), reason) })}
      quiet={quiet}
      onClose={onClose}
      onSent={onSent}
    >
      <Group align="end">
        <TextInput
          type="date"
          label="Until"
          value={until}
          min={dayAfter(1)}
          max={dayAfter(365)}
          onChange={({ currentTarget: { value } }) => setUntil(value)}
          required
        />
        {CHOICES.map(([label, days]) => (
          <Button key={label} size="xs" variant="default" onClick={() => setUntil(dayAfter(days))}>
            {label}
          </Button>
        ))}
      </Group>
    </ReasonDialog>
  );
}
