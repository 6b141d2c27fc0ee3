import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, onSignInNeeded } from '../api/client';
import { Dialog } from '../parts/dialog';

/** Asks a person who signed in some time ago to prove who they are, when a change needs that. */
export function ConfirmSignIn() {
  const [opened, open] = useState(false);
  const answer = useRef<(isProved: boolean) => void>(undefined);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  useEffect(
    () =>
      onSignInNeeded(() => {
        open(true);
        return new Promise((resolve) => (answer.current = resolve));
      }),
    [],
  );
  const close = (isProved: boolean) => {
    open(false);
    setPassword('');
    setCode('');
    answer.current?.(isProved);
  };
  const confirming = useMutation({
    mutationFn: () => api.POST('/api/v1/me/confirm', { body: { password, code: code.trim() } }),
    onSuccess: () => close(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirming.mutate();
  };
  return (
    <Dialog opened={opened} onClose={() => close(false)} title="Is it still you?">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">This change needs a sign-in within the last 15 minutes.</Text>
          <PasswordInput
            label="Password"
            value={password}
            onChange={({ currentTarget: { value } }) => setPassword(value)}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            required
            data-autofocus
          />
          <TextInput
            label="One-time code"
            value={code}
            onChange={({ currentTarget: { value } }) => setCode(value)}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
          />
          <Group justify="end">
            <Button variant="default" onClick={() => close(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={confirming.isPending}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
