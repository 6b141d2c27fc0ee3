import { DatabaseError } from 'pg';
import { firstConnection } from './first-connection';

const fromServer = (code: string): Error =>
  Object.assign(new DatabaseError('refused by the server', 21, 'error'), { code });

/** A connect function whose first calls fail. */
const failing = (...errors: Error[]) => {
  return () => {
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve();
  };
};

it.each([
  ['does not respond in time', new Error('timeout expired')],
  ['is starting', fromServer('57P03')],
  ['has no free connection', fromServer('53300')],
])('is tried again when the server %s', async (_case, error) => {
  const failures: Error[] = [];
  await firstConnection({}, (failure) => failures.push(failure), failing(error, error));
  expect(failures).toEqual([error, error]);
});

it.each([
  ['the address refuses the connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['the password is wrong', fromServer('28P01')],
  ['the database does not exist', fromServer('3D000')],
])('fails at once when %s', async (_case, error) => {
  await expect(firstConnection({}, () => {}, failing(error))).rejects.toBe(error);
});

it('tries again when a try timed out because the event loop stood still', async () => {
  const timeOut = new Error('timeout expired');
  let tries = 0;
  const connect = async (): Promise<void> => {
    if (++tries > 1) return;
    const end = performance.now() + 6_500; // longer than a start waits for a silent server
    while (performance.now() < end);
    throw timeOut;
  };
  await firstConnection({}, () => {}, connect);
  expect(tries).toBe(2);
});
