import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { activity } from '@probity/monitoring/testing/samples';
import { EVALUATION_THREAD } from '../thread-files';
import { EvaluationThreads } from './evaluation-threads';
import { EvaluationLost, EvaluationThread } from './evaluation-worker';
import { MANY, Supplier, transaction } from './testing/evaluation-samples';

/** A thread that does what the name of the tenant says; it returns how many steps it did so far. */
const ODD = `
  const [progress] = require('node:worker_threads').workerData;
  let steps = 0;
  module.exports = (batch) => batch.map(({ evaluation: { tenant_id } }, index) => {
    Atomics.store(progress, 0, index);
    if (tenant_id === 'endless') for (;;);
    for (const hoard = []; tenant_id === 'hungry'; ) hoard.push(new Array(1_000_000).fill({}));
    if (tenant_id === 'slow') return { reply: { evaluated: { outcomes: [], rules: ++steps } }, milliseconds: 16 };
    if (tenant_id === 'faulty') return { reply: { failed: { message: 'a defect' } }, milliseconds: 1 };
    return { reply: { evaluated: { outcomes: [], rules: ++steps } }, milliseconds: 1 };
  });`;
const LOGGER = pino({ level: 'silent' });

let folder: string;
let threads: EvaluationThreads;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-thread-'));
  writeFileSync(join(folder, 'odd.js'), ODD);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => threads.stop());

const start = (filename: string, count = 1): void => {
  threads = new EvaluationThreads(LOGGER, count, () => new EvaluationThread(LOGGER, filename, 100));
};
const evaluate = (tenant_id: string) => threads.evaluate(transaction({ tenant_id }), new Supplier());

describe('threads that evaluate rules', () => {
  it('evaluate, and get what they ask for', async () => {
    start(EVALUATION_THREAD, 2);
    const supplier = new Supplier(MANY);
    const earlier = [activity({ transaction_id: 'a' }), activity({ transaction_id: 'b' })];
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => threads.evaluate(transaction({ earlier }), supplier)),
    );
    expect(replies.every(({ outcomes: [outcome] }) => outcome!.hit)).toBe(true);
    expect(replies[0]!.outcomes[0]!.evidence).toMatchObject({ aggregates: [expect.objectContaining({ value: 3 })] });
    expect(supplier.asked.filter((asked) => asked === 'rules').length).toBeLessThanOrEqual(50);
  });

  it.each(['endless', 'hungry'])('end with an %s evaluation, which fails; the others continue', async (odd) => {
    start(join(folder, 'odd.js'));
    const results = await Promise.allSettled([evaluate('a'), evaluate(odd), evaluate('b')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toHaveProperty('reason', expect.any(EvaluationLost));
    expect(await evaluate('c')).toEqual({ outcomes: [], rules: expect.any(Number) });
  });

  it('report a failure to its caller alone', async () => {
    start(join(folder, 'odd.js'));
    const results = await Promise.allSettled([evaluate('faulty'), evaluate('a')]);
    expect(results[0]).toHaveProperty('reason.message', 'a defect');
    expect(results[1].status).toBe('fulfilled');
  });

  it('let tenants take turns', async () => {
    start(join(folder, 'odd.js'));
    const many = Array.from({ length: 500 }, () => evaluate('many'));
    const { rules: place } = await evaluate('one');
    expect(place).toBeLessThan(100);
    await Promise.all(many);
  });

  it('let tenants take turns sooner when the steps of another one take long', async () => {
    start(join(folder, 'odd.js'));
    const before = Array.from({ length: 64 }, () => evaluate('slow'));
    await before[0];
    const many = Array.from({ length: 500 }, () => evaluate('slow'));
    await Promise.all(before);
    const { rules: place } = await evaluate('one');
    expect(place).toBeLessThan(64 + 16);
    await Promise.all(many);
  });
});
