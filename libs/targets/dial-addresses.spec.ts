import net from 'node:net';
import { deadlineIn } from './deadline';
import { dialAddresses } from './dial-addresses';
import { loopbackDial } from './testing/loopback-dial';
import { listenOnLoopback, type LoopbackListeners } from './testing/loopback-listeners';

const V4 = ['93.184.216.1', '93.184.216.2', '93.184.216.3', '93.184.216.4', '93.184.216.5'];
const V6 = ['2606:4700::1', '2606:4700::2'];
let listeners: LoopbackListeners;

beforeAll(async () => {
  listeners = await listenOnLoopback(() => net.createServer((socket) => socket.on('error', () => socket.destroy())));
});
afterAll(() => listeners.close());

it('takes the first address that accepts a connection, IPv4 and IPv6 in turn', async () => {
  const { dial, dialled } = loopbackDial(listeners.port, [V4[0]!, V6[0]!]);
  const socket = await dialAddresses([...V4, ...V6], 443, dial, deadlineIn(5_000));
  expect(socket.remoteAddress).toBe(V4[1]);
  expect(dialled).toEqual([`${V4[0]} 443`, `${V6[0]} 443`, `${V4[1]} 443`]);
  socket.destroy();
});

it('tries at most four addresses and reports the result of the last one', async () => {
  const { dial, dialled } = loopbackDial(listeners.port, V4);
  await expect(dialAddresses(V4, 443, dial, deadlineIn(5_000))).rejects.toMatchObject({
    name: 'TargetUnreachable',
    reason: 'refused',
    cause: { code: 'ECONNREFUSED' },
  });
  expect(dialled).toHaveLength(4);
});

it('gives an address that does not respond only its part of the time, and then closes the attempt', async () => {
  const { dial } = loopbackDial(listeners.port);
  const silent = new net.Socket();
  const dialSilentFirst = (address: string, port: number) => (address === V4[0] ? silent : dial(address, port));
  const socket = await dialAddresses(V4.slice(0, 2), 443, dialSilentFirst, deadlineIn(400));
  expect(socket.remoteAddress).toBe(V4[1]);
  expect(silent.destroyed).toBe(true);
  socket.destroy();
});

it('connects to nothing when the time is over', async () => {
  const { dial, dialled } = loopbackDial(listeners.port);
  await expect(dialAddresses(V4, 443, dial, deadlineIn(0))).rejects.toMatchObject({ reason: 'timed_out' });
  expect(dialled).toEqual([]);
});
