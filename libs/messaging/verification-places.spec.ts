import { EMPTY, type Observable, Subject, type Subscription } from 'rxjs';
import { NoPlace, VerificationPlaces } from './verification-places';

let places: VerificationPlaces;
let running: string[];
let works: Map<string, Subject<string>>;
const subscriptions: Subscription[] = [];
beforeEach(() => {
  places = new VerificationPlaces(1, 2);
  running = [];
  works = new Map();
});
afterEach(() => subscriptions.splice(0).forEach((subscription) => subscription.unsubscribe()));

const runs = (owner: string): Observable<string> =>
  places.run(owner, 'waits', () => {
    running.push(owner);
    const work = new Subject<string>();
    works.set(owner, work);
    return work;
  });
/** Subscribes, and returns what it gets. */
function begin(owner: string): { replies: string[]; subscription: Subscription } {
  const replies: string[] = [];
  const subscription = runs(owner).subscribe((reply) => replies.push(reply));
  subscriptions.push(subscription);
  return { replies, subscription };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
async function end(owner: string): Promise<void> {
  works.get(owner)!.complete();
  await settled();
}

it('lets an owner that asks again and again wait until each of the others had a turn', async () => {
  begin('a');
  const b = begin('b');
  expect(b.replies).toEqual(['waits']);
  expect(() => runs('a')).toThrow(NoPlace);
  begin('c');
  await end('a');
  begin('a');
  await end('b');
  await end('c');
  expect(running).toEqual(['a', 'b', 'c', 'a']);
});

it('bounds how many wait', async () => {
  for (const owner of ['a', 'b', 'c']) begin(owner);
  expect(() => runs('d')).toThrow('2 of other tenants wait');
  await end('a');
  begin('d');
  expect(running).toEqual(['a', 'b']);
});

it('gives the place of a caller that left to the next one, also if it never ran', async () => {
  const a = begin('a');
  const b = begin('b');
  begin('c');
  b.subscription.unsubscribe();
  a.subscription.unsubscribe();
  await settled();
  expect(running).toEqual(['a', 'c']);
});

it('has a free place again after an error', async () => {
  runs('a').subscribe({ error: () => {} });
  works.get('a')!.error(new Error('a test'));
  begin('a');
  expect(running).toEqual(['a', 'a']);
});

it('has a free place again when a caller learns of the end', () => {
  const empty = () => places.run('a', 'waits', () => EMPTY);
  let again = false;
  empty().subscribe({ complete: () => void empty().subscribe({ complete: () => (again = true) }) });
  expect(again).toBe(true);
});
