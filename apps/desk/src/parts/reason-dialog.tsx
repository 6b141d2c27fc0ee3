import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Change } from '../api/client';
import { Dialog } from './dialog';
import { LongText } from './long-text';
import { tellChange } from './tell-change';

interface ReasonDialogProps<Data> {
  /** what the person does; also the name of the button. undefined: the dialog is closed */
  title: string | undefined;
  /** what it is done to: the message that it is done names it, because the page may show the next one by then */
  about?: string;
  /** what follows from it, in one sentence */
  follows?: string;
  /** further fields */
  children?: ReactNode;
  send: (reason: string) => Promise<Change<Data>>;
  /** true: the caller tells the person what happened */
  quiet?: boolean;
  onClose: () => void;
  onSent: (change: Change<Data>) => void;
}

/** Characters of a reason, and of a note. */
export const MOST_REASON = 2_000;

/** Asks for the reason of a change, and makes the change, or proposes it if it needs two people. */
export function ReasonDialog<Data>({
  title,
  about,
  follows,
  children,
  send,
  quiet,
  onClose,
  onSent,
}: ReasonDialogProps<Data>) {
  const [reason, setReason] = useState('');
  useEffect(() => setReason(''), [title]);
  // At once, because a second click can come before the button is shown as busy.
  const isSending = useRef(false);
  const sending = useMutation({
    mutationFn: () => send(reason.trim()),
    onSuccess: (change) => {
      if (!quiet) tellChange(change, `${title}: done.`, about);
      onSent(change);
    },
    onSettled: () => (isSending.current = false),
  });
  const leave = () => {
    if (reason.trim() === '' || confirm('Close the dialog? What you wrote is lost.')) onClose();
  };
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (reason.trim() === '' || isSending.current) return;
    isSending.current = true;
    sending.mutate();
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <Dialog opened={title !== undefined} onClose={leave} title={title ?? ''}>
      <form onSubmit={submit}>
        <Stack>
          {follows !== undefined && <Text size="sm">{follows}</Text>}
          {children}
          <LongText
            label="Reason"
            description="The audit trail keeps it."
            value={reason}
            onText={setReason}
            onKeyDown={onKey}
            minRows={3}
            most={MOST_REASON}
            required
            data-autofocus
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={sending.isPending} rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
