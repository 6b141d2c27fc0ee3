import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bodies, sampleLedger } from './bench-ledger';
import { type LoadResult, runLoad } from './load';

/** Measures bare Fastify that echoes the same bodies, for `seconds` at each number of connections. */
export async function measureEcho(connections: number[], seconds: number): Promise<LoadResult[]> {
  const server = spawn(process.execPath, [join(__dirname, 'echo-server.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const load = { url: `http://127.0.0.1:${String(line).trim()}/`, headers: {}, nextBody: bodies(sampleLedger()) };
    await runLoad({ ...load, connections: 16, until: { seconds: Math.min(3, seconds) } }); // warm up
    const results: LoadResult[] = [];
    for (const count of connections) results.push(await runLoad({ ...load, connections: count, until: { seconds } }));
    return results;
  } finally {
    server.kill();
  }
}
