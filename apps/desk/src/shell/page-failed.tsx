import { Alert, Button, Group, Stack } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { messageOf } from '../api/errors';
import { signOut } from '../session/session';

/** Takes the place of a page that cannot be shown, and says why. */
export function PageFailed({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Alert color="red" variant="outline" title="This page cannot be shown" role="alert" m="md">
      <Stack align="start">
        {messageOf(error)}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => void router.invalidate()}>
            Try again
          </Button>
          <Button size="xs" variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
