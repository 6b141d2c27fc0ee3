import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Dialog } from './dialog';

interface SecretDialogProps {
  title: string;
  /** undefined: the dialog is closed */
  secret: string | undefined;
  /** what the person does with it */
  follows: string;
  onClose: () => void;
}

/** Shows a secret once. When the dialog is closed, the desk has forgotten it. */
export function SecretDialog({ title, secret, follows, onClose }: SecretDialogProps) {
  return (
    <Dialog opened={secret !== undefined} onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{follows} It is shown only now.</Text>
        <Code block tabIndex={0} aria-label="The secret" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="end">
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose} data-autofocus>
            I have stored it
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
