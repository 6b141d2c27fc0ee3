import { DatabaseError, Pool, type PoolClient } from 'pg';
import { firstConnection } from './first-connection';

const fromServer = (code: string): Error =>
  Object.assign(new DatabaseError('refused by the server', 21, 'error'), { code });

/** A pool whose first tries fail. */
function poolThatFails(...errors: Error[]): { pool: Pool; client: PoolClient } {
  const pool = new Pool();
  const client = {} as PoolClient;
  pool.connect = () => {
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve(client);
  };
  return { pool, client };
}

it.each([
  ['does not respond in time', new Error('Connection terminated due to connection timeout')],
  ['is starting', fromServer('57P03')],
  ['has no free connection', fromServer('53300')],
])('is tried again when the server %s', async (_case, error) => {
  const { pool, client } = poolThatFails(error, error);
  const failures: Error[] = [];
  expect(await firstConnection(pool, (failure) => failures.push(failure))).toBe(client);
  expect(failures).toEqual([error, error]);
});

it.each([
  ['the address refuses the connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['the password is wrong', fromServer('28P01')],
  ['the database does not exist', fromServer('3D000')],
])('fails at once when %s', async (_case, error) => {
  const { pool } = poolThatFails(error);
  await expect(firstConnection(pool, () => {})).rejects.toBe(error);
});
