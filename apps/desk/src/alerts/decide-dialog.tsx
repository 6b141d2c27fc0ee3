import { Button, Group, Kbd, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import type { Schemas } from '../api/client';
import { Dialog } from '../parts/dialog';
import { tellChange } from '../parts/tell-change';
import type { Decision } from './decisions';

interface DecideDialogProps {
  alert: Schemas['AlertDetail'];
  tenant: string;
  /** undefined: the dialog is closed */
  decision: Decision | undefined;
  onClose: () => void;
  onDecided: () => void;
}

/** Asks for the reason of a decision, and makes it. */
export function DecideDialog({ alert, tenant, decision, onClose, onDecided }: DecideDialogProps) {
  const [reason, setReason] = useState('');
  useEffect(() => setReason(''), [decision]);
  const making = useMutation({
    mutationFn: (made: Decision) => made.send(tenant, alert.id, reason.trim()),
    onSuccess: (change, made) => {
      tellChange(change, `${made.label}: done.`);
      onDecided();
    },
  });
  const make = (event: FormEvent) => {
    event.preventDefault();
    if (decision && reason.trim() !== '' && !making.isPending) making.mutate(decision);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) make(event);
  };
  return (
    <Dialog opened={decision !== undefined} onClose={onClose} title={decision?.label ?? ''}>
      <form onSubmit={make}>
        <Stack>
          <Text size="sm">{decision?.follows}</Text>
          <Textarea
            label="Reason"
            description="The audit trail keeps it."
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
            onKeyDown={onKey}
            autosize
            minRows={3}
            maxLength={2_000}
            required
            data-autofocus
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={making.isPending} rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}>
              {decision?.label ?? 'Decide'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
