import { decideNotices, type KnownNotice, type WatchedList } from './decide-notices';

const NOW = new Date('2026-03-10T12:00:00Z');
const ago = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
const NOTHING = { settle: [], raise: [] };

const watched = (more: Partial<WatchedList> = {}): WatchedList => ({
  list: 'un-sc',
  active: true,
  failures: 0,
  code: null,
  message: null,
  stale_after_hours: 72,
  set_at: ago(1_000),
  confirmed_at: ago(1),
  ...more,
});
const failing = (code = 'timeout', message = 'lists.example.org sent nothing for too long'): WatchedList =>
  watched({ failures: 1, code, message });
const known = (kind: KnownNotice['kind'], more: Partial<KnownNotice> = {}): KnownNotice => ({
  kind,
  subject: 'un-sc',
  status: 'open',
  data: { list: 'un-sc', ...(kind === 'list_fetch_failed' && { code: 'timeout' }) },
  settled_at: null,
  settled_by: null,
  ...more,
});
const settled = (kind: KnownNotice['kind'], by: string, hoursAgo: number): KnownNotice =>
  known(kind, { status: 'settled', settled_by: by, settled_at: ago(hoursAgo) });

describe('the notices about a list', () => {
  it('are none while it is fetched', () => {
    expect(decideNotices([watched()], [], NOW)).toEqual(NOTHING);
  });

  it('say that a fetch failed, why, and that Probity tries again', () => {
    expect(decideNotices([failing()], [], NOW).raise).toEqual([
      {
        tenantId: null,
        kind: 'list_fetch_failed',
        subject: 'un-sc',
        severity: 'medium',
        message:
          'The list un-sc was not fetched, and its version before still applies: lists.example.org sent nothing for too ' +
          'long. Probity tries again; probity watchlist fetches un-sc shows the attempts.',
        data: { list: 'un-sc', code: 'timeout' },
      },
    ]);
  });

  it('say how an officer accepts a large removal', () => {
    const { raise } = decideNotices([failing('too_many_removed', 'the import lacks 3 of 20 entries')], [], NOW);
    expect(raise).toMatchObject([
      { severity: 'high', message: expect.stringContaining('--list un-sc --allow-removal') },
    ]);
  });

  it('are raised once, and settled when a fetch succeeds', () => {
    expect(decideNotices([failing()], [known('list_fetch_failed')], NOW)).toEqual(NOTHING);
    expect(decideNotices([watched()], [known('list_fetch_failed')], NOW)).toEqual({
      settle: [{ kind: 'list_fetch_failed', list: 'un-sc', reason: 'the list was fetched, or its source was changed' }],
      raise: [],
    });
  });

  it('are settled and raised again when the fetch fails for another reason', () => {
    const { settle, raise } = decideNotices([failing('bad_status')], [known('list_fetch_failed')], NOW);
    expect(settle).toMatchObject([{ reason: 'the fetch fails for another reason now' }]);
    expect(raise).toMatchObject([{ data: { code: 'bad_status' } }]);
  });

  it('are settled when the source is removed or inactive', () => {
    const open = [known('list_fetch_failed'), known('list_stale')];
    expect(decideNotices([], open, NOW).settle.map(({ reason }) => reason)).toEqual([
      'the source of un-sc was removed',
      'the source of un-sc was removed',
    ]);
    const inactive = { ...failing(), active: false };
    expect(decideNotices([inactive], [known('list_fetch_failed')], NOW).settle).toHaveLength(1);
  });

  it('say that it is stale when it was not confirmed for too long, active or not', () => {
    for (const active of [true, false]) {
      const { raise } = decideNotices([watched({ active, confirmed_at: ago(73) })], [], NOW);
      expect(raise).toMatchObject([
        { kind: 'list_stale', severity: 'high', message: expect.stringContaining('72 hours') },
      ]);
    }
    expect(decideNotices([watched({ confirmed_at: ago(72) })], [], NOW)).toEqual(NOTHING);
  });

  it('say that it was never imported, from when it had a source for too long', () => {
    expect(decideNotices([watched({ confirmed_at: null, set_at: ago(71) })], [], NOW)).toEqual(NOTHING);
    const { raise } = decideNotices([watched({ confirmed_at: null, set_at: ago(73) })], [], NOW);
    expect(raise).toMatchObject([{ message: expect.stringContaining('was never imported') }]);
  });

  it('stay settled for a day when an officer settled them, unless the cause is another', () => {
    const stale = watched({ confirmed_at: ago(100) });
    expect(decideNotices([stale], [settled('list_stale', 'staff:Ada', 23)], NOW)).toEqual(NOTHING);
    expect(decideNotices([stale], [settled('list_stale', 'staff:Ada', 25)], NOW).raise).toHaveLength(1);
    expect(decideNotices([stale], [settled('list_stale', 'system', 1)], NOW).raise).toHaveLength(1);
    const byStaff = settled('list_fetch_failed', 'staff:Ada', 1);
    expect(decideNotices([failing()], [byStaff], NOW)).toEqual(NOTHING);
    expect(decideNotices([failing('bad_status')], [byStaff], NOW).raise).toHaveLength(1);
  });

  it('concern each list by itself', () => {
    const other = watched({ list: 'eu-fsf', confirmed_at: ago(100) });
    const { settle, raise } = decideNotices([watched(), other], [known('list_stale')], NOW);
    expect(settle).toMatchObject([{ list: 'un-sc' }]);
    expect(raise).toMatchObject([{ subject: 'eu-fsf' }]);
  });
});
