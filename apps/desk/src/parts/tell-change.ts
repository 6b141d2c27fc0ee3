import { notifications } from '@mantine/notifications';
import type { Change } from '../api/client';

/**
 * Tells the person that a change was made, or that another person must approve it.
 *
 * @param about what was changed
 */
export function tellChange(change: Change<unknown>, done: string, about?: string): void {
  notifications.show(
    'proposed' in change
      ? { color: 'yellow', title: about ?? 'Proposed', message: 'Proposed. Another person must approve this change.' }
      : { color: 'green', title: about, message: done },
  );
}
