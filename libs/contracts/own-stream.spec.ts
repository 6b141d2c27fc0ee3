import { FACTS } from './facts';
import { namesItsStream } from './own-stream';

const ID = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071';
const OTHER = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072';

describe('the data of an event', () => {
  it.each(FACTS.map(({ name, streams, exampleId, example }) => [name, streams.prefix + exampleId, example] as const))(
    'of %s name its stream',
    (_name, stream, data) => {
      expect(namesItsStream(stream, data)).toBe(true);
    },
  );

  it.each([
    ['another object', `ledger-${OTHER}`, { ledger_id: ID }],
    ['no object', `ledger-${ID}`, {}],
    ['an object of another kind', `notice-${ID}`, { ledger_id: ID }],
    ['the object in another form', `notice-${ID.toUpperCase()}`, { notice_id: ID.toUpperCase() }],
    ['the object in braces', `notice-{${ID}}`, { notice_id: `{${ID}}` }],
    ['another log', 'checkpoint-key-platform', { log: ID }],
    ['another action', `action-webhooks-${ID}`, { action_id: OTHER }],
    ['another endpoint', `webhook-endpoint-${ID}`, { endpoint_id: OTHER }],
    ['another ledger than its keys', `signing-key-${ID}`, { ledger_id: OTHER }],
  ])('does not name its stream if it names %s', (_what, stream, data) => {
    expect(namesItsStream(stream, data)).toBe(false);
  });

  it.each([null, 7, 'text', [], { ledger_id: 7 }, { ledger_id: { toString: 1 } }])('may be %j', (data) => {
    expect(namesItsStream(`ledger-${ID}`, data)).toBe(false);
  });

  it('is not looked at in a stream of no kind', () => {
    expect(namesItsStream('elsewhere-1', null)).toBe(true);
  });
});
