import { Alert, Anchor, Button, Card, Center, Code, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, dataOf } from '../api/client';
import { messageOf } from '../api/errors';

/** A person who was invited chooses a password and connects an app for one-time codes. */
export function InvitationPage() {
  const [invitation, setInvitation] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const given = invitation.trim();
  const opening = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/invitations/open', { body: { invitation: given } })),
  });
  const accepting = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/api/v1/invitations/accept', { body: { invitation: given, password, code: code.trim() } })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (opening.data) accepting.mutate();
    else opening.mutate();
  };
  const error = accepting.error ?? opening.error;
  const opened = opening.data;
  return (
    <Center component="main" mih="100vh" p="md">
      <Card withBorder w={460} p="xl" component="form" onSubmit={submit}>
        <Stack>
          <Title order={1} size="h2">
            Your invitation
          </Title>
          {error && (
            <Alert color="red" role="alert" variant="outline">
              {messageOf(error)}
            </Alert>
          )}
          {accepting.data ? (
            <RecoveryCodes codes={accepting.data.recovery_codes} />
          ) : opened ? (
            <>
              <Text size="sm">
                {opened.name}, you sign in as <b>{opened.email}</b>.
              </Text>
              <div>
                <Text size="sm" fw={500}>
                  Secret of your one-time codes
                </Text>
                <Text size="xs" c="dimmed" mb={4}>
                  Add it to your authenticator app, which then shows six digits.
                </Text>
                <Code block data-secret tabIndex={0} aria-label="Secret of your one-time codes">
                  {opened.code_secret}
                </Code>
              </div>
              <PasswordInput
                label="Password"
                value={password}
                onChange={({ currentTarget: { value } }) => setPassword(value)}
                autoComplete="new-password"
                visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
                required
              />
              <TextInput
                label="One-time code"
                description="Six digits from the app"
                value={code}
                onChange={({ currentTarget: { value } }) => setCode(value)}
                autoComplete="one-time-code"
                inputMode="numeric"
                required
              />
              <Button type="submit" loading={accepting.isPending}>
                Accept the invitation
              </Button>
            </>
          ) : (
            <>
              <TextInput
                label="Invitation"
                description="It begins with probity_invitation_; your admin gives it to you."
                value={invitation}
                onChange={({ currentTarget: { value } }) => setInvitation(value)}
                autoFocus
                autoComplete="off"
                required
              />
              <Button type="submit" loading={opening.isPending}>
                Open
              </Button>
            </>
          )}
        </Stack>
      </Card>
    </Center>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <>
      <Title order={2} size="h4">
        Recovery codes
      </Title>
      <Text size="sm">
        Each replaces a one-time code once, if you lose the app. They are shown only now: store them.
      </Text>
      <Code block tabIndex={0} aria-label="Recovery codes">
        {codes.join('\n')}
      </Code>
      <Anchor component={Link} to="/sign-in">
        Sign in
      </Anchor>
    </>
  );
}
