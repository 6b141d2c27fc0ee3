import { useEffect, useRef, useSyncExternalStore } from 'react';
import { KeySequence } from './key-sequence';
import { offeredTwice } from './offered-twice';

/** Something that a person can do on the page: in the palette, with its keys, and in the list of keys. */
export interface Command {
  /** keys in order, separated by spaces: `j`, `g q` */
  keys: string;
  label: string;
  run: () => void;
}

/** The commands of the parts of the page that are shown, the innermost last. */
let shown: Command[][] = [];
const listeners = new Set<() => void>();
let flat: Command[] = [];

function changed(next: Command[][]): void {
  shown = next;
  // A key with two meanings is a mistake of the page. The browser tests fail on what is written to the console.
  for (const keys of offeredTwice(shown)) console.error(`two parts of the page offer the key ${keys}`);
  flat = [...new Map(shown.flat().map((command) => [command.keys, command])).values()];
  for (const listener of listeners) listener();
}

/** Offers commands while the calling component is shown. */
export function useCommands(commands: Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const names = commands.map(({ keys, label }) => `${keys}\t${label}`).join('\n');
  useEffect(() => {
    const offered = latest.current.map((command, index) => ({
      ...command,
      run: () => latest.current[index]?.run(),
    }));
    changed([...shown, offered]);
    return () => changed(shown.filter((part) => part !== offered));
  }, [names]);
}

/** All commands of the page. */
export const useShownCommands = (): Command[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => flat,
  );

const sequence = new KeySequence();

/** Here a key is text, or chooses from a list. A radio button and a checkbox take no text. */
const FIELDS = 'textarea, select, [contenteditable], [role="dialog"], input:not([type="radio"], [type="checkbox"])';
/** Here Enter and the space bar press what has the focus. */
const PRESSED = 'a, button, summary';

/** While a dialog is open, the page behind it must not change: the dialog is about what was shown. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Runs the command of the keys that were pressed. Keys that a person types into a field or a dialog are not commands. */
function onKey(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || event.isComposing) return;
  if (isDialogOpen() || (target instanceof Element && target.closest(FIELDS))) return;
  if (target instanceof Element && (key === 'Enter' || key === ' ') && target.closest(PRESSED)) return;
  const keys = sequence.press(
    key,
    event.timeStamp,
    flat.map((command) => command.keys),
  );
  if (keys === undefined) return;
  event.preventDefault();
  flat.find((command) => command.keys === keys)?.run();
}

document.addEventListener('keydown', onKey);
