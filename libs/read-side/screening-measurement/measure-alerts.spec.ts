import { figuresOf, type ScoredAlert } from './measure-alerts';

const alert = (part: Partial<ScoredAlert> = {}): ScoredAlert => ({
  id: 'a',
  confirmed: false,
  list: 'ofac-sdn',
  kind: 'person',
  score: 0.75,
  raised: true,
  ...part,
});

describe('the figures of a measurement', () => {
  it('say what the proposal saves and loses, in total, by list and by kind', () => {
    const figures = figuresOf([
      alert({ id: 'kept', confirmed: true, score: 0.9 }),
      alert({ id: 'lost', confirmed: true, raised: false }),
      alert({ raised: false }),
      alert({ raised: false, list: 'un-sc', kind: 'company' }),
      alert({ score: 0.9 }),
    ]);
    expect(figures).toMatchObject({
      measured: 5,
      total: { confirmed: 2, false: 3, saved: 2, lost: 1, precision: 0.4, proposed_precision: 0.5 },
      by_list: [
        { list: 'ofac-sdn', confirmed: 2, false: 2, saved: 1, lost: 1 },
        { list: 'un-sc', confirmed: 0, false: 1, saved: 1, lost: 0, precision: 0, proposed_precision: null },
      ],
      by_kind: [
        { kind: 'person', confirmed: 2, false: 2 },
        { kind: 'company', false: 1, saved: 1 },
      ],
      lost_alerts: ['lost'],
    });
  });

  it('have a table of thresholds from 0.5 to 1; a score that is equal to one reaches it', () => {
    const { table } = figuresOf([alert({ score: 0.7 }), alert({ score: 0.71, confirmed: true })]);
    expect(table.map(({ threshold }) => threshold)).toEqual([0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]);
    expect(table.slice(4, 6)).toEqual([
      { threshold: 0.7, saved: 0, lost: 0 },
      { threshold: 0.75, saved: 1, lost: 1 },
    ]);
  });

  it('name at most 20 lost alerts, and have no precision without alerts', () => {
    const lost = Array.from({ length: 25 }, (_, n) => alert({ id: `a${n}`, confirmed: true, raised: false }));
    expect(figuresOf(lost).lost_alerts).toEqual(lost.slice(0, 20).map(({ id }) => id));
    expect(figuresOf([])).toMatchObject({ measured: 0, total: { precision: null }, by_list: [], by_kind: [] });
  });
});
