import { dismissAlert, escalateAlert, resolveAlert } from '../../alerts/commands';
import type { AlertDetail } from '../../alerts/views';
import { ALERT_ID, DECIDED_AT, TENANT_ID } from '../example-ids';
import { EXAMPLE_ALERT } from './alert-example';
import { about } from './command-note';

const officer = 'j.doe';
const ofAlert = { tenant_id: TENANT_ID, alert_id: ALERT_ID, officer };
const decided = (status: AlertDetail['status'], decision: Omit<AlertDetail['decisions'][number], 'officer'>) => ({
  ...EXAMPLE_ALERT,
  status,
  updated_at: DECIDED_AT,
  decisions: [{ ...decision, officer }],
});

const SAME_PERSON = 'date of birth and passport agree';
const SOMEBODY_ELSE = 'born in another year';
const UNCLEAR = 'the date of birth on the list is unsure';

export const ALERT_COMMAND_NOTES = [
  about(
    resolveAlert,
    'Close an alert that was handled, and score its customer again.',
    { ...ofAlert, reason: SAME_PERSON, resolution: 'confirmed_match' },
    decided('resolved', {
      decision: 'resolved',
      resolution: 'confirmed_match',
      reason: SAME_PERSON,
      decided_at: DECIDED_AT,
    }),
  ),

  about(
    dismissAlert,
    'Close an alert as a false positive, and score its customer again. The same pair raises no alert any more.',
    { ...ofAlert, reason: SOMEBODY_ELSE },
    decided('dismissed', { decision: 'dismissed', resolution: null, reason: SOMEBODY_ELSE, decided_at: DECIDED_AT }),
  ),

  about(
    escalateAlert,
    'Mark an alert for a closer look. It stays active.',
    { ...ofAlert, reason: UNCLEAR },
    decided('escalated', { decision: 'escalated', resolution: null, reason: UNCLEAR, decided_at: DECIDED_AT }),
  ),
];
