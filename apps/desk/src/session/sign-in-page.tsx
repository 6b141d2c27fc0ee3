import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client';
import { messageOf } from '../api/errors';
import { queryClient } from '../api/query-client';

/** Signs in with a password and a one-time code. */
export function SignInPage() {
  const [given, setGiven] = useState({ email: '', password: '', code: '' });
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: () => api.POST('/api/v1/sign-in', { body: { ...given, as_token: false } }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/' });
    },
  });
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) =>
      setGiven((old) => ({ ...old, [name]: value })),
    required: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Card withBorder w={380} p="xl" component="form" onSubmit={submit}>
        <Stack>
          <Title order={1} size="h2">
            Probity
          </Title>
          {signIn.error && (
            <Alert color="red" role="alert" variant="outline">
              {messageOf(signIn.error)}
            </Alert>
          )}
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...field('email')} />
          <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
          <TextInput
            label="One-time code"
            description="Six digits from your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            {...field('code')}
          />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          <Anchor component={Link} to="/-/invitation" size="sm">
            I have an invitation
          </Anchor>
        </Stack>
      </Card>
    </Center>
  );
}
