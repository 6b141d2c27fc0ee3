import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { QUERIES_OF } from './query-keys';
import { Refresh } from './refresh';

describe('a page under live changes', () => {
  let cache: QueryClient;
  let refresh: Refresh;
  const reads: Record<string, number> = {};
  const shown: (() => void)[] = [];

  /** Shows what the query reads. */
  const show = async (...queryKey: string[]): Promise<void> => {
    const name = queryKey.join(' ');
    reads[name] = 0;
    const queryFn = () => Promise.resolve(++reads[name]!);
    shown.push(new QueryObserver(cache, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {}));
    await jest.advanceTimersByTimeAsync(0);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    cache = new QueryClient();
    refresh = new Refresh(cache, 'bank');
  });
  afterEach(() => {
    for (const hide of shown.splice(0)) hide();
    refresh.stop();
    cache.clear();
    jest.useRealTimers();
  });

  it('reads again what changed in its tenant, and nothing else', async () => {
    await show('alerts', 'bank', 'queue');
    await show('rules', 'bank');
    await show('alerts', 'other');
    refresh.changed(['alerts']);
    await jest.advanceTimersByTimeAsync(0);
    expect(reads).toEqual({ 'alerts bank queue': 2, 'rules bank': 1, 'alerts other': 1 });
    refresh.everything();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reads).toEqual({ 'alerts bank queue': 3, 'rules bank': 2, 'alerts other': 1 });
  });

  it('reads at most once a second, and keeps nothing of ten minutes of changes', async () => {
    await show('alerts', 'bank', 'queue');
    const seconds = 600;
    for (let changes = 0; changes < seconds * 10; changes++) {
      refresh.changed(['alerts', 'cases']);
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(reads['alerts bank queue']).toBeGreaterThan(seconds - 10);
    expect(reads['alerts bank queue']).toBeLessThanOrEqual(seconds + 2);
    expect(cache.getQueryCache().getAll()).toHaveLength(1);
    expect(jest.getTimerCount()).toBeLessThanOrEqual(1);
  });

  it('passes over kinds that it does not know', async () => {
    await show('alerts', 'bank');
    refresh.changed(['planets' as keyof typeof QUERIES_OF]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(reads['alerts bank']).toBe(1);
  });
});
