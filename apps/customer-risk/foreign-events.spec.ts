import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import {
  type CustomerEvent,
  CustomerCreated,
  customerStream,
  KycStatusChanged,
} from '@probity/contracts/customers/events';
import { exampleOf } from '@probity/contracts/declaration/example';
import { noticeStream } from '@probity/contracts/notices/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { database, store, url } from '@probity/event-store/eventstoredb/testing/stored-events';
import { NoticeBoard } from '@probity/notices/notice-board';
import { CUSTOMER } from './customers/customer-state';

describe('an event that another program wrote into the stream of an object', () => {
  let client: EventStoreDBClient;
  let aggregates: AggregateStore;
  beforeAll(() => {
    client = EventStoreDBClient.connectionString(url);
    aggregates = new AggregateStore(store, database.owner);
  });
  afterAll(() => client.dispose());

  const intrude = async (stream: string): Promise<void> => {
    await client.appendToStream(stream, jsonEvent({ type: 'TransactionPosted', data: {} }));
  };

  it('does not keep a customer from changes, and the read side follows', async () => {
    const customer_id = randomUUID();
    const change = async (to: string): Promise<void> => {
      const data = { ...exampleOf(KycStatusChanged.data), customer_id, to };
      await aggregates.change(CUSTOMER, customer_id, () => ({
        events: [{ type: 'KycStatusChanged', data } as unknown as CustomerEvent],
      }));
    };
    const created = { ...exampleOf(CustomerCreated.data), customer_id };
    await aggregates.begin(CUSTOMER, customer_id, {
      events: [{ type: 'CustomerCreated', data: created } as unknown as CustomerEvent],
    });
    await intrude(customerStream(customer_id));
    await intrude(customerStream(customer_id));
    await change('rejected');
    await intrude(customerStream(customer_id));
    await change('approved');

    const loaded = await aggregates.load(CUSTOMER, customer_id);
    expect(loaded).toMatchObject({ revision: 5, state: { data: { to: 'approved' } } });
    const own: string[] = [];
    for await (const { type, revision } of aggregates.history(CUSTOMER, customer_id)) own.push(`${revision} ${type}`);
    expect(own).toEqual(['0 CustomerCreated', '3 KycStatusChanged', '5 KycStatusChanged']);
    const { rows } = await database.owner.query(
      'SELECT kyc_status, revision::int FROM customer_risk.customers WHERE id = $1',
      [customer_id],
    );
    expect(rows).toEqual([{ kyc_status: 'approved', revision: 5 }]);
  });

  it('is not taken for the last event of an object whose last event is its state', async () => {
    let now = Date.now();
    const board = new NoticeBoard(aggregates, { now: () => new Date(now) });
    const concern = { tenantId: null, kind: 'stage_degraded' as const, subject: randomUUID() };
    await board.raise({ ...concern, severity: 'low', message: 'Something is wrong.', data: {} });
    const notice = async () => {
      const { rows } = await database.owner.query<{ id: string; status: string; occurrence: number }>(
        'SELECT id, status, occurrence::int FROM platform.notices WHERE subject = $1',
        [concern.subject],
      );
      return rows[0]!;
    };
    await intrude(noticeStream((await notice()).id));
    now += 120_000;
    await board.settle(concern, 'It is right again.');
    expect(await notice()).toMatchObject({ status: 'settled', occurrence: 1 });
    await intrude(noticeStream((await notice()).id));
    await new NoticeBoard(aggregates, { now: () => new Date(now) }).raise({
      ...concern,
      severity: 'low',
      message: 'Something is wrong again.',
      data: {},
    });
    expect(await notice()).toMatchObject({ status: 'open', occurrence: 2 });
  });
});
