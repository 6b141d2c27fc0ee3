import type { CaseEvent } from '@probity/contracts/cases/events';
import { fold } from '@probity/event-store/aggregate';
import { CUSTOMER_ID, NOW, TENANT_ID } from '../testing/examples';
import { CASE, type CaseState } from './case-state';
import { decideClosing, decideMoreAlerts, decideNote } from './decide-case';

const CASE_ID = '0190b6b0-0000-7000-8000-0000000000c1';
const [A, B, C] = ['a1', 'a2', 'a3'].map((end) => `0190b6b0-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const opened: CaseEvent = {
  type: 'CaseOpened',
  data: {
    case_id: CASE_ID,
    tenant_id: TENANT_ID,
    customer_id: CUSTOMER_ID,
    officer: 'j.smith',
    title: 'Structuring?',
    reason: 'three alerts in a week',
    alert_ids: [A],
    opened_at: NOW,
  },
};
const said = { by: { officer: 'a.lee' }, text: 'belongs together' };
const after = (...events: CaseEvent[]): CaseState => fold(CASE, [opened, ...events])!;
const closing = (): CaseEvent => ({ type: 'CaseClosed', data: decideClosing(after(), 'reported', said, NOW)! });

describe('an open case', () => {
  it('adds alerts that are not in it yet, each once', () => {
    expect(decideMoreAlerts(after(), [A, B, B, C], said, NOW)).toEqual({
      case_id: CASE_ID,
      tenant_id: TENANT_ID,
      customer_id: CUSTOMER_ID,
      officer: 'a.lee',
      alert_ids: [B, C],
      reason: 'belongs together',
      added_at: NOW,
    });
  });

  it('does not change when all alerts are already in it', () => {
    expect(decideMoreAlerts(after(), [A], said, NOW)).toBeUndefined();
  });

  it('adds a note, but not the same note of the same officer twice', () => {
    const note: CaseEvent = { type: 'CaseNoteAdded', data: decideNote(after(), said, NOW)! };
    expect(after(note).entries.map(({ what, text }) => [what, text])).toEqual([
      ['opened', 'three alerts in a week'],
      ['note', 'belongs together'],
    ]);
    expect(decideNote(after(note), said, NOW)).toBeUndefined();
    expect(decideNote(after(note), { ...said, by: { officer: 'j.smith' } }, NOW)).toBeDefined();
  });

  it('is closed with an outcome and a reason', () => {
    expect(decideClosing(after(), 'no_action', said, NOW)).toMatchObject({
      outcome: 'no_action',
      reason: 'belongs together',
    });
    expect(() => decideClosing(after(), 'no_action', { ...said, text: ' ' }, NOW)).toThrow(
      expect.objectContaining({ code: 'reason_missing' }),
    );
  });
});

describe('a closed case', () => {
  const refused = expect.objectContaining({
    kind: 'invalid',
    code: 'case_closed',
    message: expect.stringContaining(`was closed by a.lee at ${NOW}`),
  });

  it('accepts no changes', () => {
    const state = after(closing());
    expect(() => decideMoreAlerts(state, [B], said, NOW)).toThrow(refused);
    expect(() => decideNote(state, said, NOW)).toThrow(refused);
    expect(() => decideClosing(state, 'no_action', said, NOW)).toThrow(refused);
  });

  it('recognises a repeated closing', () => {
    expect(decideClosing(after(closing()), 'reported', said, NOW)).toBeUndefined();
  });
});
