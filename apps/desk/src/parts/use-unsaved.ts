import { useBlocker } from '@tanstack/react-router';

/** Asks the person before the page is left, also for another site, while it has text that is not saved. */
export function useUnsaved(hasUnsaved: boolean): void {
  useBlocker({
    shouldBlockFn: () => hasUnsaved && !confirm('Leave the page? What you wrote is not saved.'),
    enableBeforeUnload: () => hasUnsaved,
  });
}
