import { createServer, type AddressInfo } from 'node:net';
import { firstConnection } from './first-connection';

it('reports a server that never responds within ten seconds', async () => {
  const silent = createServer((socket) => socket.resume());
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  const begun = performance.now();
  const failures: Error[] = [];
  const config = { host: '127.0.0.1', port: (silent.address() as AddressInfo).port, user: 'probity' };
  await expect(firstConnection(config, (failure) => failures.push(failure))).rejects.toThrow(/timeout/);
  expect(failures.length).toBeGreaterThan(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await new Promise((closed) => silent.close(closed));
});
