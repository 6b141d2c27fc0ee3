import { randomUUID } from 'node:crypto';
import type { LogVerification } from '@probity/contracts/audit/verification';
import { onOwnServer } from '../../../testing/own-server';
import type { Notary } from '../notary';
import { hideNewEvents, type LoggedTenant, logTenant, openTransaction } from '../testing/logged-tenant';
import { PATIENCE, type Patience } from './find-unlogged';
import { LogWalk } from './log-walk';

const SHORT: Patience = { quietMs: 300, busyMs: 5_000, lookMs: 20 };
const LEAF = 'INSERT INTO notary.leaves (stream, revision, log, index, hash) VALUES ($1, 100, $2, 0, $3)';
const SET_ASIDE = 'INSERT INTO notary.stopped_streams VALUES ($1, $2, $3, $4, now())';

const NOT_REACHED = 9_223_372_036_854_775_807n;

onOwnServer();

let { test, notaries, notary, tenant, stream } = {} as LoggedTenant;

beforeEach(async () => {
  ({ test, notaries, notary, tenant, stream } = await logTenant());
});
afterEach(async () => {
  await notaries.stop();
  await test.drop();
});

const walk = (patience: Patience) =>
  new LogWalk({ events: notaries.store, sql: notaries.database, keys: notary.keys, patience }, tenant).run();

async function verify(patience = SHORT): Promise<LogVerification> {
  let last: LogVerification | undefined;
  for await (last of walk(patience)) continue;
  return last!;
}
const unlogged = (of: string, revision: number) => ({ kind: 'cut_log', unlogged: true, stream: of, revision });

describe('an event that the notary never gets is reported', () => {
  it('with its stream and revision', async () => {
    await hideNewEvents(test.owner);
    await notaries.append(tenant, stream, 2);
    const other = `alert-${randomUUID()}`;
    await notaries.append(tenant, other);
    const found = await verify();
    expect(found).toMatchObject({ events: 4, problems: 2, sound: false });
    const { detail: _, ...first } = found.first!;
    expect([unlogged(other, 0), unlogged(stream, 3)]).toContainEqual(first);
  });

  it('also when a row says that another log has it', async () => {
    await hideNewEvents(test.owner);
    await notaries.append(tenant, stream);
    await test.owner.query(LEAF, [stream, randomUUID(), Buffer.alloc(32)]);
    expect(await verify()).toMatchObject({ problems: 1, first: unlogged(stream, 3) });
  });

  it('also when its stream was set aside from a later event on', async () => {
    await hideNewEvents(test.owner);
    await notaries.append(tenant, stream, 2);
    await test.owner.query(SET_ASIDE, [stream, tenant, 4, 'event 3 is missing']);
    expect(await verify()).toMatchObject({ problems: 1, first: unlogged(stream, 3) });
  });
});

it('an event with a transaction of the future is reported although an older one is open', async () => {
  const end = await openTransaction(test);
  await hideNewEvents(test.owner, NOT_REACHED);
  await notaries.append(tenant, stream);
  expect(await verify()).toMatchObject({ problems: 1, first: unlogged(stream, 3) });
  await end();
});

describe('not reported is', () => {
  it('an event that waits for an older transaction', async () => {
    const end = await openTransaction(test);
    await notaries.append(tenant, stream, 2);
    expect(await verify()).toMatchObject({ problems: 0, sound: true });
    await end();
    await notaries.caughtUp(tenant);
    expect(await verify()).toMatchObject({ problems: 0, sound: true });
  });

  it('an event that the notary has not signed yet', async () => {
    await notaries.stop();
    await notaries.append(tenant, stream, 2);
    let last: LogVerification | undefined;
    let goesOn: Promise<Notary> | undefined;
    for await (last of walk(PATIENCE)) if (last.events === 4) notary = await (goesOn ??= notaries.start());
    expect(last).toMatchObject({ problems: 0, sound: true, done: true });
  });

  it('a stream that is set aside', async () => {
    await hideNewEvents(test.owner);
    await notaries.append(tenant, stream);
    await test.owner.query(SET_ASIDE, [stream, tenant, 3, 'event 3 cannot be read']);
    expect(await verify()).toMatchObject({ problems: 0, sound: true });
  });

  it('an event of another tenant', async () => {
    await hideNewEvents(test.owner);
    await notaries.append(randomUUID(), `customer-${randomUUID()}`);
    expect(await verify()).toMatchObject({ problems: 0, sound: true });
  });
});
