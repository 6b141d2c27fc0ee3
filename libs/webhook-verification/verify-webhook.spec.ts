import { createHmac } from 'node:crypto';
import { signWebhook } from './sign-webhook';
import { verifyWebhook, type VerifyWebhookOptions } from './verify-webhook';
import { isKnownEvent } from './webhook-event';
import { type WebhookProblem, WebhookVerificationError } from './webhook-verification-error';

const SECRET = 'whsec_ZXhhbXBsZS1vbmx5LWRvLW5vdC11c2UtdGhpcy1rZXk';
const OTHER_SECRET = 'whsec_b3RoZXItb25seS1kby1ub3QtdXNlLXRoaXMta2V5LS0';
const SIGNED_AT = 1795166131;
const EVENT = {
  event: 'alert.created',
  event_id: '0199d5a0-7c1e-7a52-9d3f-6b1c2e4f8a90',
  tenant_id: '0199d5a0-0001-7000-8000-00000000000a',
  occurred_at: '2026-11-20T09:15:30.123Z',
  data: {
    id: '8cb3a6fc-f948-5e21-ae7e-ae4f5a0f59bc',
    customer_id: '0199d5a0-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
    alert_type: 'sanctions_match',
    severity: 'critical',
    title: 'Possible sanctions match: customer "Zoë Müller" is like "MUELLER, Zoe" on ofac-sdn',
    trigger_ref: 'ofac-sdn:99002',
    metadata: {
      source: 'native',
      list: 'ofac-sdn',
      entry_id: '99002',
      subject: 'customer',
      subject_name: 'Zoë Müller',
      matched_name: 'MUELLER, Zoe',
      score: 0.9804,
      topics: ['sanction'],
    },
  },
};
const BODY = JSON.stringify(EVENT);
/** Computed with openssl, not by the code that is tested. */
const DIGEST = '2464ce6e7e59ef527ceb6fc7db434f8fe8a0eeb97e6d44fc0da1236befbe863f';
const HEADER = `t=${SIGNED_AT},v1=${DIGEST}`;
const WRONG = '0'.repeat(64);

const secondsLater = (seconds: number): VerifyWebhookOptions => ({ now: new Date((SIGNED_AT + seconds) * 1000) });
const FRESH = secondsLater(1);

function refusalOf(...call: Parameters<typeof verifyWebhook>): WebhookVerificationError {
  try {
    verifyWebhook(...call);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
  throw new Error('the delivery was accepted');
}

describe('verifyWebhook', () => {
  it('returns the event that was signed', () => {
    const event = verifyWebhook(BODY, HEADER, SECRET, FRESH);
    expect(event).toEqual(EVENT);
    if (!isKnownEvent(event) || event.event !== 'alert.created') throw new Error('it is an alert');
    expect(event.data.metadata.score).toBe(0.9804);
  });

  it.each<[string, unknown]>([
    ['a case', { id: '0199d5a0-3c4d-7e5f-8a6b-7c8d9e0f1a2b', title: 'Structuring' }],
    ['a list', ['a', 'b']],
    ['nothing', undefined],
  ])('returns an event of an unknown type whose data is %s', (_what, data) => {
    for (const name of ['case.closed', 'toString']) {
      const later = { ...EVENT, event: name, data };
      const body = JSON.stringify(later);
      const event = verifyWebhook(body, signWebhook(body, SECRET, SIGNED_AT), SECRET, FRESH);
      expect(event).toEqual(JSON.parse(body));
      expect(isKnownEvent(event)).toBe(false);
    }
  });

  it.each<[string, string | Uint8Array]>([
    ['a Buffer', Buffer.from(BODY)],
    ['a Uint8Array', new TextEncoder().encode(BODY)],
    ['a part of a larger buffer', Buffer.from(`xx${BODY}yy`).subarray(2, -2)],
  ])('accepts the body as %s', (_what, body) => {
    expect(verifyWebhook(body, HEADER, SECRET, FRESH)).toEqual(EVENT);
  });

  it.each<[string, string | string[]]>([
    ['a second signature that does not match', `${HEADER},v1=${WRONG}`],
    ['a first signature that does not match', `t=${SIGNED_AT},v1=${WRONG},v1=${DIGEST}`],
    ['signatures of schemes to come', `v0=abc,${HEADER},v2=def=,flag`],
    ['spaces after commas', `t=${SIGNED_AT}, v1=${DIGEST}`],
    ['another order', `v1=${DIGEST},t=${SIGNED_AT}`],
    ['a list of one header', [HEADER]],
    ['a list of its parts', [`t=${SIGNED_AT}`, `v1=${DIGEST}`]],
  ])('accepts a header with %s', (_what, header) => {
    expect(verifyWebhook(BODY, header, SECRET, FRESH)).toEqual(EVENT);
  });

  it('accepts two secrets during a rotation', () => {
    expect(verifyWebhook(BODY, HEADER, [OTHER_SECRET, SECRET], FRESH)).toEqual(EVENT);
    expect(verifyWebhook(BODY, HEADER, [SECRET, OTHER_SECRET], FRESH)).toEqual(EVENT);
    expect(refusalOf(BODY, HEADER, [OTHER_SECRET], FRESH).code).toBe('signature_mismatch');
  });

  it.each<[string, (string | undefined)[]]>([
    ['undefined', [SECRET, undefined]],
    ['empty', ['', SECRET]],
  ])('skips an item that is %s in a list of secrets', (_what, secrets) => {
    expect(verifyWebhook(BODY, HEADER, secrets, FRESH)).toEqual(EVENT);
    const signedWithNothing = `t=${SIGNED_AT},v1=${createHmac('sha256', '').update(`${SIGNED_AT}.${BODY}`).digest('hex')}`;
    expect(refusalOf(BODY, signedWithNothing, secrets, FRESH).code).toBe('signature_mismatch');
  });

  it.each<[string, number, VerifyWebhookOptions]>([
    ['five minutes old', 300, {}],
    ['five minutes ahead', -300, {}],
    ['an hour old where that is allowed', 3600, { toleranceSeconds: 3600 }],
    ['of the same second where nothing is allowed', 0, { toleranceSeconds: 0 }],
    ['a year old where age does not matter', 31_536_000, { toleranceSeconds: Infinity }],
  ])('accepts a delivery that is %s', (_what, age, options) => {
    expect(verifyWebhook(BODY, HEADER, SECRET, { ...secondsLater(age), ...options })).toEqual(EVENT);
  });

  it('uses the system clock by default', () => {
    const now = Math.floor(Date.now() / 1000);
    expect(verifyWebhook(BODY, signWebhook(BODY, SECRET, now), SECRET)).toEqual(EVENT);
    expect(refusalOf(BODY, signWebhook(BODY, SECRET, now - 400), SECRET).code).toBe('timestamp_outside_tolerance');
  });
});

describe('a delivery that must not be trusted', () => {
  const reencoded = JSON.stringify(EVENT, null, 2);
  const stamped = (timestamp: string) => `t=${timestamp},v1=${DIGEST}`;
  const old = secondsLater(301);
  const early = secondsLater(-301);

  it.each<[string, WebhookProblem, string | Uint8Array, string | string[] | undefined, string, VerifyWebhookOptions]>([
    ['no header', 'missing_signature', BODY, undefined, SECRET, FRESH],
    ['an empty header', 'missing_signature', BODY, ' ', SECRET, FRESH],
    ['an empty list of headers', 'missing_signature', BODY, [], SECRET, FRESH],
    ['a header of another kind', 'malformed_signature', BODY, 'Bearer abc', SECRET, FRESH],
    ['no timestamp', 'malformed_signature', BODY, `v1=${DIGEST}`, SECRET, FRESH],
    ['two timestamps', 'malformed_signature', BODY, `${HEADER},t=${SIGNED_AT}`, SECRET, FRESH],
    ['two whole headers', 'malformed_signature', BODY, [HEADER, HEADER], SECRET, FRESH],
    ['an empty timestamp', 'malformed_signature', BODY, stamped(''), SECRET, FRESH],
    ['a timestamp that is a date', 'malformed_signature', BODY, stamped('2026-11-20T09:15:31Z'), SECRET, FRESH],
    ['a negative timestamp', 'malformed_signature', BODY, stamped('-1795166131'), SECRET, FRESH],
    ['a timestamp with a fraction', 'malformed_signature', BODY, stamped('1795166131.0'), SECRET, FRESH],
    ['a timestamp beyond all numbers', 'malformed_signature', BODY, stamped('9'.repeat(400)), SECRET, FRESH],
    ['no signature', 'malformed_signature', BODY, `t=${SIGNED_AT},v0=${DIGEST}`, SECRET, FRESH],
    ['a short signature', 'malformed_signature', BODY, HEADER.slice(0, -2), SECRET, FRESH],
    ['a signature that is not hex', 'malformed_signature', BODY, `t=${SIGNED_AT},v1=${'é'.repeat(64)}`, SECRET, FRESH],
    ['another signature', 'signature_mismatch', BODY, `t=${SIGNED_AT},v1=${WRONG}`, SECRET, FRESH],
    ['a changed body', 'signature_mismatch', BODY.replace('critical', 'low'), HEADER, SECRET, FRESH],
    ['a body that was parsed and written again', 'signature_mismatch', reencoded, HEADER, SECRET, FRESH],
    ['a body in another encoding', 'signature_mismatch', Buffer.from(BODY, 'latin1'), HEADER, SECRET, FRESH],
    ['another secret', 'signature_mismatch', BODY, HEADER, OTHER_SECRET, FRESH],
    ['the secret without its prefix', 'signature_mismatch', BODY, HEADER, SECRET.slice('whsec_'.length), FRESH],
    ['a newer timestamp than was signed', 'signature_mismatch', BODY, stamped(String(SIGNED_AT + 1)), SECRET, FRESH],
    ['a timestamp that is written in another way', 'signature_mismatch', BODY, stamped(`0${SIGNED_AT}`), SECRET, FRESH],
    ['a timestamp that is too old', 'timestamp_outside_tolerance', BODY, HEADER, SECRET, old],
    ['a timestamp too far in the future', 'timestamp_outside_tolerance', BODY, HEADER, SECRET, early],
    [
      'a timestamp older than this receiver allows',
      'timestamp_outside_tolerance',
      BODY,
      HEADER,
      SECRET,
      { ...secondsLater(2), toleranceSeconds: 1 },
    ],
  ])('is rejected: %s', (_what, code, body, header, secret, options) => {
    const refusal = refusalOf(body, header, secret, options);
    expect(refusal.code).toBe(code);
    expect(refusal.name).toBe('WebhookVerificationError');
    for (const hidden of [SECRET, OTHER_SECRET, SECRET.slice(6), DIGEST]) expect(refusal.message).not.toContain(hidden);
  });

  it('is rejected with signature_mismatch if it is both forged and old', () => {
    expect(refusalOf(BODY, `t=1,v1=${WRONG}`, SECRET, FRESH).code).toBe('signature_mismatch');
  });

  it.each<[string, string, RegExp]>([
    ['a line break at the secret', `${SECRET}\n`, /begins or ends with white space/],
    ["an endpoint's id instead of the secret", '0199d5a0-7c1e-7a52', /begins with whsec_/],
  ])('is rejected with a hint: %s', (_what, secret, message) => {
    const refusal = refusalOf(BODY, HEADER, secret, FRESH);
    expect(refusal.message).toMatch(message);
    expect(refusal.message).not.toContain(secret.trim());
  });

  const { metadata: _metadata, ...noMetadata } = EVENT.data;
  it.each<[string, string | Uint8Array, RegExp]>([
    ['no JSON', 'event=alert.created', /not JSON/],
    ['nothing', '', /not JSON/],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), /not UTF-8/],
    ['null', 'null', /not a JSON object/],
    ['a list', '[]', /not a JSON object/],
    ['an event without an alert', JSON.stringify({ ...EVENT, data: undefined }), /field data is not an object/],
    ['an event with a number for an id', JSON.stringify({ ...EVENT, event_id: 7 }), /field event_id is not a string/],
    [
      'an event that it does not know, without an id',
      JSON.stringify({ ...EVENT, event: 'case.closed', event_id: undefined }),
      /field event_id is not a string/,
    ],
    [
      'an alert without a severity',
      JSON.stringify({ ...EVENT, data: { ...EVENT.data, severity: undefined } }),
      /field data\.severity is not a string/,
    ],
    ['an alert without metadata', JSON.stringify({ ...EVENT, data: noMetadata }), /data\.metadata is not an object/],
  ])('is rejected although its signature is valid: %s', (_what, body, message) => {
    const refusal = refusalOf(body, signWebhook(body, SECRET, SIGNED_AT), SECRET, FRESH);
    expect(refusal.code).toBe('malformed_body');
    expect(refusal.message).toMatch(message);
  });

  it('is accepted with fields that this version does not know', () => {
    const later = { ...EVENT, api_version: 2, data: { ...EVENT.data, status: 'open' } };
    const body = JSON.stringify(later);
    expect(verifyWebhook(body, signWebhook(body, SECRET, SIGNED_AT), SECRET, FRESH)).toEqual(later);
  });
});

describe('a call with invalid arguments', () => {
  it.each<[string, unknown]>([
    ['an empty secret', ''],
    ['no secret', undefined],
    ['an empty list of secrets', []],
    ['no secret in the list', [undefined, '']],
    ['something else than a text in the list', [SECRET, null]],
  ])('throws a TypeError for %s', (_what, secret) => {
    // An attacker could send such a header in the hope that the key is empty.
    const header = `t=${SIGNED_AT},v1=${'0'.repeat(64)}`;
    expect(() => verifyWebhook(BODY, header, secret as string, FRESH)).toThrow(TypeError);
  });

  it('throws a TypeError for a parsed body', () => {
    expect(() => verifyWebhook(EVENT as unknown as string, HEADER, SECRET, FRESH)).toThrow(/needs the raw body/);
  });

  it.each([NaN, -1])(
    'throws a RangeError for the tolerance %d, which would accept all or no deliveries',
    (toleranceSeconds) => {
      expect(() => verifyWebhook(BODY, HEADER, SECRET, { ...FRESH, toleranceSeconds })).toThrow(RangeError);
    },
  );

  it('throws a RangeError for an invalid date', () => {
    expect(() => verifyWebhook(BODY, HEADER, SECRET, { now: new Date('soon') })).toThrow(RangeError);
  });
});
