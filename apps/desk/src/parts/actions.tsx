import { Button, Group, Kbd } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Change } from '../api/client';
import { useCommands } from '../keys/commands';
import { ReasonDialog } from './reason-dialog';

export interface Action {
  /** what the person does: the name of the button and of the dialog */
  label: string;
  /** a shorter text of the button, where the place says the rest */
  shown?: string;
  keys?: string;
  /** what follows from it, in one sentence */
  follows?: string;
  /** further fields of the dialog */
  fields?: ReactNode;
  send: (reason: string) => Promise<Change<unknown>>;
  /** called with what the server returned */
  onSent?: (change: Change<unknown>) => void;
}

/** Buttons for changes that need a reason, each with a dialog that asks for it. */
export function Actions({ actions, onSent }: { actions: Action[]; onSent: () => void }) {
  const [chosen, choose] = useState<string>();
  const action = actions.find(({ label }) => label === chosen);
  useCommands(
    actions.flatMap(({ keys, label }) => (keys === undefined ? [] : [{ keys, label, run: () => choose(label) }])),
  );
  return (
    <Group gap="xs">
      {actions.map(({ label, shown = label, keys }) => (
        <Button
          key={label}
          aria-label={label}
          size="xs"
          variant="default"
          onClick={() => choose(label)}
          rightSection={keys && <Kbd size="xs">{keys}</Kbd>}
        >
          {shown}
        </Button>
      ))}
      <ReasonDialog
        title={action?.label}
        follows={action?.follows}
        onClose={() => choose(undefined)}
        onSent={(change) => {
          choose(undefined);
          action?.onSent?.(change);
          onSent();
        }}
        send={(reason) => action!.send(reason)}
      >
        {action?.fields}
      </ReasonDialog>
    </Group>
  );
}
