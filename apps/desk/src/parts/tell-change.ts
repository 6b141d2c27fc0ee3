import { notifications } from '@mantine/notifications';
import type { Change } from '../api/client';

/** Tells the person that a change was made, or that another person must approve it. */
export function tellChange(change: Change<unknown>, done: string): void {
  notifications.show(
    'proposed' in change
      ? { color: 'yellow', title: 'Proposed', message: 'Another person must approve this change.' }
      : { color: 'green', message: done },
  );
}
