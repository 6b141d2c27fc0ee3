import { EndpointLoad, FIRST_LIMIT, MAX_LIMIT } from './endpoint-load';

const SECOND = 1_000;

function after(events: ('works' | 'slow' | 'refuses' | 'fails')[], now = 0): EndpointLoad {
  const load = new EndpointLoad();
  for (const event of events) {
    load.begun();
    if (event === 'works') load.succeeded(20);
    else if (event === 'slow') load.succeeded(2_000);
    else if (event === 'refuses') load.refused();
    else load.failed(now);
  }
  return load;
}

describe('the load of an endpoint', () => {
  it('begins low, grows with each success, and has an upper limit', () => {
    expect(after([]).free(0)).toBe(FIRST_LIMIT);
    expect(after(['works', 'works']).free(0)).toBe(FIRST_LIMIT + 2);
    expect(after(Array(1_000).fill('works')).free(0)).toBe(MAX_LIMIT);
  });

  it('is reduced by attempts in progress', () => {
    const load = new EndpointLoad();
    load.begun();
    load.begun();
    expect(load.free(0)).toBe(FIRST_LIMIT - 2);
    load.ended();
    expect(load.free(0)).toBe(FIRST_LIMIT - 1);
  });

  it('is halved by each failure, down to one at a time', () => {
    expect(after(['fails']).free(0)).toBe(FIRST_LIMIT / 2);
    expect(after(Array(9).fill('fails')).free(0)).toBe(1);
  });

  it('is zero for a while after ten failures in a row: one second, then twice as long, up to a minute', () => {
    const pause = (failures: number): number => {
      const load = after(Array(failures).fill('fails'));
      let ms = 0;
      while (load.free(ms) === 0) ms += SECOND;
      return ms;
    };
    expect([9, 10, 11, 12, 16, 30].map(pause)).toEqual([0, 1, 2, 4, 60, 60].map((s) => s * SECOND));
  });

  it('does not grow with slow successes', () => {
    expect(after(Array(100).fill('slow')).free(0)).toBe(FIRST_LIMIT);
  });

  it('is one at a time, without a pause, when the endpoint rejects events', () => {
    expect(after(Array(100).fill('refuses')).free(0)).toBe(1);
  });

  it('is allowed again after one success', () => {
    const load = after([...Array<'fails'>(20).fill('fails'), 'works']);
    expect(load.free(0)).toBe(2);
    expect(load.isAsNew).toBe(true);
  });
});
