import { Button, Kbd } from '@mantine/core';
import { useState } from 'react';
import { useCommands } from '../keys/commands';
import { VerifyDialog, type VerifyDialogProps } from './verify-dialog';

interface StartVerificationProps extends Omit<VerifyDialogProps, 'opened' | 'onClose'> {
  isRunning: boolean;
}

/** A button and the key `v`, which ask for kept checkpoints, and then start a verification. */
export function StartVerification({ isRunning, onStart, ...asked }: StartVerificationProps) {
  const [isOpen, open] = useState(false);
  const ask = () => {
    if (!isRunning) open(true);
  };
  useCommands([{ keys: 'v', label: asked.title, run: ask }]);
  return (
    <>
      <Button size="xs" w="fit-content" loading={isRunning} rightSection={<Kbd size="xs">v</Kbd>} onClick={ask}>
        {asked.title}
      </Button>
      <VerifyDialog
        {...asked}
        opened={isOpen}
        onClose={() => open(false)}
        onStart={(kept) => {
          open(false);
          onStart(kept);
        }}
      />
    </>
  );
}
