import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka } from '../../testing/kafka-suite';
import { isReachable } from '../../testing/kafka/reachable';
import { freePort } from '../../testing/kafka/free-port';
import { temporaryFolder } from '../../testing/test-postgres';

const TOOL = resolve(__dirname, '..', '..', 'dist', 'testing', 'kafka', 'main.js');
const MAX_WAIT_MS = 30_000;

/** Starts what `npm run kafka` starts, without the build. */
function startTool(folder: string, port: number): ChildProcess {
  return spawn(process.execPath, [TOOL, '--data', folder, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function untilItSays(tool: ChildProcess, words: string): Promise<void> {
  for await (const line of createInterface({ input: tool.stdout! })) {
    if (line.includes(words)) return;
  }
  throw new Error(`the broker ended and never printed "${words}"`);
}

function exit(tool: ChildProcess): Promise<number | null> {
  return new Promise((done) => tool.once('exit', done));
}

async function untilNobodyAnswers(address: string): Promise<void> {
  const giveUpAt = Date.now() + MAX_WAIT_MS;
  while (await isReachable([address])) {
    if (Date.now() > giveUpAt) throw new Error(`a broker still responds at ${address}`);
    await delay(50);
  }
}

describeWithKafka('a broker on Java for a developer', () => {
  const whereThereIsJava = process.env.TEST_KAFKA_SOURCE === 'java' ? it : it.skip;
  let folder: string;
  let address: string;
  let tool: ChildProcess;

  beforeEach(async () => {
    if (process.env.TEST_KAFKA_SOURCE !== 'java') return;
    folder = temporaryFolder('probity-kafka-tool-');
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    tool = startTool(folder, port);
    await untilItSays(tool, `KAFKA_BROKERS=${address}`);
  });
  afterEach(async () => {
    if (!tool) return;
    tool.kill('SIGKILL');
    await untilNobodyAnswers(address);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  whereThereIsJava('does not outlive the process that started it', async () => {
    expect(await isReachable([address])).toBe(true);
    tool.kill('SIGKILL');
    await untilNobodyAnswers(address);
  });

  whereThereIsJava('stops on SIGTERM, with exit code 0', async () => {
    const exited = exit(tool);
    tool.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(await isReachable([address])).toBe(false);
  });
});
