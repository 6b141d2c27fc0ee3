import crypto from 'node:crypto';
import type { ProviderPlugin } from '../plugin';
import type { ProviderSignal, WebhookRejected } from '../provider-signal';
import { readWebhook } from '../read-webhook';
import { expectNoSecret, type WebhookFixtures } from './plugin-fixtures';
import { webhookDamageContract } from './webhook-damage-contract';

const RECEIVED = new Date('2026-03-04T05:06:07Z');
type Headers = Record<string, string>;

export function webhookContract<Configuration extends Record<string, unknown>>(
  plugin: ProviderPlugin,
  fixtures: WebhookFixtures<Configuration>,
  configuration: Configuration,
): void {
  const { examples, sign, secret, rotated, forgeries = [], vectors = [] } = fixtures;
  const { replayWindowSeconds, signedTimeIsEventTime } = fixtures;

  const bytes = (body: unknown): Buffer =>
    Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

  function read(body: Buffer, headers: Headers, given = configuration, receivedAt = RECEIVED): ProviderSignal[] {
    return readWebhook(plugin, { headers, body, receivedAt: receivedAt.getTime() }, given);
  }

  function expectRejected(why: WebhookRejected['why'], body: Buffer, headers: Headers, given = configuration): void {
    const attempt = (): unknown => {
      try {
        return read(body, headers, given);
      } catch (error) {
        return error;
      }
    };
    const rejection = attempt();
    expect(rejection).toMatchObject({ name: 'WebhookRejected', why });
    expectNoSecret(plugin, given, rejection);
  }

  describe('its webhooks', () => {
    const body = bytes(examples[0]!.body);
    const headers = sign(body, configuration, RECEIVED);

    it.each(examples)('are read: $name', (example) => {
      const raw = bytes(example.body);
      const signed = sign(raw, configuration, RECEIVED);
      const signals = read(raw, signed);
      expect(signals).toEqual(example.signals);
      expectNoSecret(plugin, configuration, signals);
      expect(read(raw, signed)).toEqual(signals); // a redelivery has the same ids
    });

    it('do not verify when a byte of the body was changed', () => {
      for (let at = 0; at < body.length; at += Math.max(1, Math.floor(body.length / 50))) {
        const changed = Buffer.from(body);
        changed[at]! ^= 1;
        expectRejected('unverified', changed, headers);
      }
      expectRejected('unverified', Buffer.concat([body, Buffer.from('\n')]), headers);
      expectRejected('unverified', Buffer.alloc(0), headers);
    });

    it('do not verify when the same JSON was encoded again', () => {
      const encoded = JSON.stringify(JSON.parse(body.toString()) as unknown, null, 3);
      expectRejected('unverified', Buffer.from(encoded), headers);
    });

    const otherSecret = { ...configuration, [secret]: `${String(configuration[secret])}-other` };
    const foreign = sign(body, otherSecret, RECEIVED);
    const later = sign(body, configuration, new Date(RECEIVED.getTime() + 1_000));

    it.each(Object.keys(headers))('do not verify without the header %s, or with another value', (name) => {
      const { [name]: value = '', ...others } = headers;
      expectRejected('unverified', body, others);
      const right = [foreign, later, sign(Buffer.from('{}'), configuration, RECEIVED)].map((signed) => signed[name]!);
      const wrong = right.flatMap((other) => [...mixturesOf(value, other)]);
      for (const other of ['', ' ', 'x', 'é', ','.repeat(10_000), ...wrong]) {
        expectRejected('unverified', body, { ...others, [name]: other });
      }
    });

    it('do not verify with another secret, after a comparison in constant time', () => {
      const comparison = jest.spyOn(crypto, 'timingSafeEqual');
      try {
        expectRejected('unverified', body, foreign);
        expect(comparison).toHaveBeenCalled();
      } finally {
        comparison.mockRestore();
      }
    });

    if (rotated) {
      it('verify with any of several signatures, while a secret is replaced', () => {
        const [{ signals }] = examples as [(typeof examples)[0]];
        expect(read(body, rotated(foreign, headers))).toEqual(signals);
        expect(read(body, rotated(headers, foreign))).toEqual(signals);
        expectRejected('unverified', body, rotated(foreign, foreign));
      });
    }

    it('have a window of replays if the time is signed', () => {
      const isTimed = JSON.stringify(later) !== JSON.stringify(headers);
      const isSteady = JSON.stringify(sign(body, configuration, RECEIVED)) === JSON.stringify(headers);
      if (isTimed && isSteady) expect(replayWindowSeconds).toEqual(expect.any(Number));
    });

    if (forgeries.length > 0) {
      it.each(forgeries)('do not verify: $name', (forgery) => {
        expectRejected('unverified', body, forgery.headers(body, configuration, RECEIVED));
      });
    }

    if (replayWindowSeconds !== undefined) {
      it('do not verify outside of the window of replays', () => {
        const timeAt = (seconds: number): Date => new Date(RECEIVED.getTime() + seconds * 1_000);
        const signedAt = (seconds: number): Headers => sign(body, configuration, timeAt(seconds));
        const occurred = signedTimeIsEventTime ? { occurred_at: timeAt(-replayWindowSeconds).toISOString() } : {};
        expect(read(body, signedAt(-replayWindowSeconds))).toEqual(
          examples[0]!.signals.map((signal) => ({ ...signal, ...occurred })),
        );
        expectRejected('unverified', body, signedAt(-replayWindowSeconds - 1));
        expectRejected('unverified', body, signedAt(replayWindowSeconds + 1));
      });
    }

    if (vectors.length > 0) {
      it.each(vectors)('agree with what the provider publishes: $name', (vector) => {
        const raw = bytes(vector.body);
        const given = { ...configuration, ...vector.configuration };
        const webhook = { headers: vector.headers, receivedAt: (vector.receivedAt ?? RECEIVED).getTime() };
        const verify = (bytesGiven: Buffer): void => plugin.webhooks!.verify({ ...webhook, body: bytesGiven }, given);
        expect(() => verify(raw)).not.toThrow();
        const changed = expect.objectContaining({ name: 'WebhookRejected', why: 'unverified' });
        expect(() => verify(Buffer.concat([raw, Buffer.from(' ')]))).toThrow(changed);
      });
    }

    webhookDamageContract(plugin, fixtures, configuration, RECEIVED);

    it.each(['no JSON', '', '"\ud800'])('are unreadable when the signed body is %j', (text) => {
      const raw = bytes(text);
      expectRejected('unreadable', raw, sign(raw, configuration, RECEIVED));
    });

    it.each(['null', '[]', '{}', '"text"', '42'])('give no signal when the signed body is %s', (text) => {
      const raw = bytes(text);
      const signed = sign(raw, configuration, RECEIVED);
      try {
        expect(read(raw, signed)).toEqual([]);
      } catch (error) {
        expect(error).toMatchObject({ name: 'WebhookRejected', why: 'unreadable' });
      }
    });
  });
}

/**
 * The value with one character of another right value, at each place where the two differ: the signature, and nothing
 * that the provider adds to it, such as the name of a key.
 */
function* mixturesOf(value: string, other: string): Generator<string> {
  if (value.length !== other.length) yield other;
  for (let place = 0; place < value.length && place < other.length; place++) {
    if (value[place] !== other[place]) yield value.slice(0, place) + other[place] + value.slice(place + 1);
  }
}
