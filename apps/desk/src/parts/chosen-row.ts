import { useEffect, useState } from 'react';
import { useCommands } from '../keys/commands';

/**
 * Lets the keys j and k choose a row of a list, and Enter open it if it has a page.
 *
 * @returns the index of the chosen row
 */
export function useChosenRow(count: number, what: string, open?: (index: number) => void): number {
  const [chosen, choose] = useState(0);
  const index = Math.min(chosen, Math.max(count - 1, 0));
  useCommands([
    { keys: 'j', label: `Next ${what}`, run: () => choose(Math.min(index + 1, count - 1)) },
    { keys: 'k', label: `Previous ${what}`, run: () => choose(Math.max(index - 1, 0)) },
    ...(open ? [{ keys: 'Enter', label: `Open the ${what}`, run: () => count > 0 && open(index) }] : []),
  ]);
  useEffect(() => {
    document.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return index;
}
