import { isChanged, withNewer } from './newer-draft';

const SEEN = {
  kind: 'STR' as const,
  narrative: 'Deposits.',
  measures: '',
  indicators: ['MULE'],
  event_ids: ['e1'],
  alert_ids: [],
};

describe('a draft that a colleague saved meanwhile', () => {
  it('keeps what the person wrote, and takes everything else from the colleague', () => {
    const form = { ...SEEN, narrative: 'Deposits below the limit.' };
    const newer = { ...SEEN, measures: 'Blocked.', indicators: ['MULE', 'CASH'] };
    expect(withNewer(SEEN, newer, form)).toEqual({ form: { ...newer, narrative: form.narrative }, both: [] });
  });

  it('names what both changed, and keeps what the person wrote', () => {
    const form = { ...SEEN, narrative: 'Mine.', measures: 'Blocked.', event_ids: [] };
    const newer = { ...SEEN, narrative: 'Theirs.', measures: 'Blocked.', event_ids: ['e1', 'e2'] };
    expect(withNewer(SEEN, newer, form)).toEqual({ form, both: ['what happened', 'transactions'] });
  });

  it('has unsaved text only when something differs', () => {
    expect(isChanged(SEEN, { ...SEEN })).toBe(false);
    expect(isChanged(SEEN, { ...SEEN, indicators: [] })).toBe(true);
  });
});
