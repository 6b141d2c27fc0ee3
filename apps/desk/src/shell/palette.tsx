import { Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { isDialogOpen, useShownCommands } from '../keys/commands';

const [store, palette] = createSpotlight();
export const openPalette = palette.open;

/** Finds a command of the page by its name. */
export function Palette() {
  const commands = useShownCommands();
  useHotkeys([['mod+K', () => !isDialogOpen() && openPalette()]]);
  return (
    <Spotlight
      store={store}
      attributes={{ content: { 'aria-label': 'Find a command' } }}
      shortcut={null}
      searchProps={{ placeholder: 'Find a command', 'aria-label': 'Find a command' }}
      nothingFound="No command has this name"
      actions={commands.map(({ keys, label, run }) => ({
        id: keys,
        label,
        onClick: run,
        rightSection: <Kbd size="xs">{keys}</Kbd>,
      }))}
    />
  );
}
