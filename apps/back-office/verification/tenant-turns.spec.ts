import { TenantTurns } from './tenant-turns';

/** Lets the turns go on until so many pieces of work are done. Returns how many each tenant did. */
function work(turns: TenantTurns, took: Record<string, number>, pieces: number): Record<string, number> {
  const done = Object.fromEntries(Object.keys(took).map((tenant) => [tenant, 0]));
  for (let piece = 0; piece < pieces; piece++) {
    const tenant = turns.next(Object.keys(took))!;
    done[tenant]!++;
    turns.charge(tenant, took[tenant]!);
  }
  return done;
}

it('gives tenants the same time, not the same number of turns', () => {
  expect(work(new TenantTurns(), { huge: 5_000, small: 50 }, 102)).toEqual({ huge: 2, small: 100 });
});

it('gives nothing to a tenant for the time in which it had nothing to do', () => {
  const turns = new TenantTurns();
  work(turns, { busy: 100 }, 50);
  expect(work(turns, { busy: 100, back: 100 }, 10)).toEqual({ busy: 5, back: 5 });
});

it('begins with the first one, and has no turn without a tenant', () => {
  expect(new TenantTurns().next(['one', 'other'])).toBe('one');
  expect(new TenantTurns().next([])).toBeUndefined();
});
