import type { Notice } from '@probity/notices/notice-board';
import { GRANT_SUBJECT } from '@probity/read-side/grant-subject';

export const isForgedGrant = (subject: string): boolean => subject.startsWith(GRANT_SUBJECT);

/** The notice about a row that grants rights, and that Probity did not write like this. */
export function forgedGrant(subject: string, detail: string): Notice {
  const row = subject.slice(GRANT_SUBJECT.length);
  return {
    tenantId: null,
    kind: 'forged_grant',
    subject: row,
    severity: 'critical',
    message:
      `The stored row of ${row} is not what Probity wrote: ${detail}. It is not used. Find out who can change the ` +
      'database. "probity projections rebuild" restores rows that events have.',
    data: { row, detail },
  };
}
