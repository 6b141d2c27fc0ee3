import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ReasonDialog } from '../parts/reason-dialog';
import { allow } from './queries';

const DAY_MS = 86_400_000;
const SUGGESTED_DAYS = 180;
const MAX_DAYS = 365;

/** A day of the person's own calendar, as YYYY-MM-DD. */
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv');

interface AllowDialogProps {
  tenant: string;
  alertId: string;
  opened: boolean;
  onClose: () => void;
}

/** Adds the counterparty of an alert to the allow-list, until a day. */
export function AllowDialog({ tenant, alertId, opened, onClose }: AllowDialogProps) {
  const cache = useQueryClient();
  const [until, setUntil] = useState(dayAfter(SUGGESTED_DAYS));
  useEffect(() => setUntil(dayAfter(SUGGESTED_DAYS)), [opened]);
  return (
    <ReasonDialog
      title={opened ? 'Allow the counterparty' : undefined}
      follows="It is not the listed one: for this customer, this match raises no alert until that day, unless the list entry changes. The alert itself still needs a decision."
      send={(reason) => allow(tenant, alertId, new Date(`${until}T00:00`).toISOString(), reason)}
      onClose={onClose}
      onSent={() => {
        void cache.invalidateQueries({ queryKey: ['allow-list', tenant] });
        onClose();
      }}
    >
      <TextInput
        type="date"
        label="Until"
        value={until}
        min={dayAfter(1)}
        max={dayAfter(MAX_DAYS)}
        onChange={({ currentTarget: { value } }) => setUntil(value)}
        required
        w={170}
      />
    </ReasonDialog>
  );
}
