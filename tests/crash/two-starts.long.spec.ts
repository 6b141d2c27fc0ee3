import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { prepareLedgers } from './load-ledger';
import { TenantClient } from './tenant-client';

describe('two starts on one data directory', () => {
  let dataDirectory: string;
  let first: StandaloneProcess;

  beforeAll(async () => {
    dataDirectory = temporaryFolder('probity-two-starts-');
    first = await StandaloneProcess.start(dataDirectory);
  });

  afterAll(async () => {
    expect(await first.stop()).toBe(0);
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  it('stops the second with a message that says why and what to do, and the first keeps working', async () => {
    const refused = await StandaloneProcess.start(dataDirectory).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(refused).toContain('it ended before it was ready');
    expect(refused).toContain(
      `another Probity is running on ${dataDirectory}; stop it, or choose another PROBITY_DATA_DIR`,
    );

    expect(JSON.parse(readFileSync(join(dataDirectory, 'demo.json'), 'utf8'))).toEqual(first.demo);
    const client = new TenantClient(first.demo);
    const [ledger] = await prepareLedgers(client, 1);
    const [debited, credited] = ledger!.accountIds;
    const posted = await client.post({
      ledger_id: ledger!.id,
      currency: 'USD',
      reference: 'after the second start',
      idempotency_key: 'after the second start',
      entries: [
        { account_id: debited!, debit: '1' },
        { account_id: credited!, credit: '1' },
      ],
    });
    expect(posted.status).toBe(201);
    expect(await client.verification(ledger!.id)).toMatchObject({ verified: true, checked: 1 });
  });

  it.each(['a new data directory', 'one that was used before'])(
    'lets only one of two simultaneous starts run, on %s',
    async (which) => {
      const directory = temporaryFolder('probity-two-starts-');
      if (which === 'one that was used before') await (await StandaloneProcess.start(directory)).stop();

      const start = (): Promise<StandaloneProcess> => StandaloneProcess.start(directory);
      const starts = await Promise.allSettled([start(), start()]);
      const running = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const refused = starts.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
      const ready = await Promise.all(running.map(({ demo }) => new TenantClient(demo).isReady()));
      await Promise.all(running.map((product) => product.stop()));
      rmSync(directory, { recursive: true, force: true });

      expect(ready).toEqual([true]);
      expect(refused).toEqual([expect.stringContaining(`another Probity is running on ${directory}`)]);
    },
  );
});
