import fc from 'fast-check';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import type { EventMetadata, RecordedEvent } from '@probity/event-store/event-store';
import { factMessage, isPublishable } from './fact-message';

const ofService = (service: string) => PUBLISHED_STREAMS.find((streams) => streams.service === service)!;
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a published fact', () => {
  const event: RecordedEvent = {
    id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071',
    type: 'AccountActivityChanged',
    data: { ledger_id: 'l', is_active: false, changed_at: '2026-11-20T10:00:00.000Z' },
    metadata: { traceparent: TRACE },
    stream: 'ledger-l',
    revision: 7,
  };

  it('has the id of the aggregate as its key, the data as its value, and its position in its headers', () => {
    const message = factMessage(ofService('ledger'), event);
    expect(message.key).toBe('l');
    expect(JSON.parse(message.value as string)).toEqual(event.data);
    expect(message.headers).toEqual({
      ce_specversion: '1.0',
      ce_id: event.id,
      ce_type: 'ledger.AccountActivityChanged',
      ce_source: '/probity/ledger',
      ce_time: '2026-11-20T10:00:00.000Z',
      ce_subject: 'ledger-l',
      ce_revision: '7',
      'content-type': 'application/json',
      traceparent: TRACE,
    });
  });

  it('has no traceparent header when the event has no trace', () => {
    const { metadata: _, ...untraced } = event;
    expect(factMessage(ofService('ledger'), untraced).headers).not.toHaveProperty('traceparent');
  });

  it('has text in each header, whatever another program wrote', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PUBLISHED_STREAMS),
        fc.string(),
        fc.object(),
        fc.jsonValue(),
        (streams, type, data, value) => {
          const metadata = { traceparent: value } as EventMetadata;
          const written = { ...event, type, metadata, data: { ...data, created_at: value } };
          const { headers } = factMessage(streams, written);
          expect(Object.values(headers!).filter((header) => typeof header !== 'string')).toEqual([]);
        },
      ),
    );
  });

  it.each([undefined, null, 7, 'text', {}, { ledger_id: 'm' }, { ledger_id: { toString: 1 } }])(
    'cannot be made of an event with the data %s',
    (data) => {
      expect(isPublishable({ ...event, data })).toBe(false);
    },
  );

  it('never contains the hash of an API key', () => {
    const data = { tenant_id: 't', key_id: 'k', key_hash: 'f'.repeat(64), created_at: '2026-11-20T10:00:00.000Z' };
    const message = factMessage(ofService('back-office'), {
      ...event,
      stream: 'tenant-t',
      type: 'ApiKeyCreated',
      data,
    });
    expect(message.value).not.toContain('ffff');
    expect(JSON.parse(message.value as string)).toEqual({
      tenant_id: 't',
      key_id: 'k',
      created_at: '2026-11-20T10:00:00.000Z',
    });
  });
});
