import { LONGEST_REST_MS, withRests } from './with-rests';

let time = 0;
const rests: number[] = [];
const options = {
  now: () => time,
  rest: async (milliseconds: number) => {
    rests.push(milliseconds);
    time += milliseconds;
  },
};

beforeEach(() => {
  time = 0;
  rests.length = 0;
});

/** Each piece takes so many milliseconds. */
async function* pieces(...took: number[]) {
  for (const [index, milliseconds] of took.entries()) {
    time += milliseconds;
    yield { index, done: index === took.length - 1 };
  }
}

async function valuesOf<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

it('works a twentieth of the time, and does not rest in the end', async () => {
  const values = await valuesOf(withRests(pieces(10, 100, 20), new AbortController().signal, options));
  expect(values.map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(rests).toEqual([190, 1900]);
  expect(130 / (time - 20 + 400)).toBeCloseTo(0.05, 2);
});

it('does not rest for minutes, however long a piece took', async () => {
  await valuesOf(withRests(pieces(60_000, 1), new AbortController().signal, options));
  expect(rests).toEqual([LONGEST_REST_MS]);
});

it('ends a rest and the work when it is aborted', async () => {
  const ending = new AbortController();
  let isReleased = false;
  async function* work() {
    try {
      yield { done: false };
      yield { done: true };
    } finally {
      isReleased = true;
    }
  }
  const clock = { now: () => (time += 60_000) }; // so that the rest is the longest one
  const values = withRests(work(), ending.signal, clock);
  await values.next();
  const next = values.next();
  ending.abort(new Error('another one takes its place'));
  await expect(next).rejects.toThrow('another one takes its place');
  expect(isReleased).toBe(true);
});
