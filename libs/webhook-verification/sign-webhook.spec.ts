import { signWebhook } from './sign-webhook';

const SECRET = 'whsec_ZXhhbXBsZS1vbmx5LWRvLW5vdC11c2UtdGhpcy1rZXk';
const BODY =
  '{"event":"alert.created","event_id":"0199d5a0-7c1e-7a52-9d3f-6b1c2e4f8a90",' +
  '"tenant_id":"0199d5a0-0001-7000-8000-00000000000a","occurred_at":"2026-11-20T09:15:30.123Z",' +
  '"data":{"id":"8cb3a6fc-f948-5e21-ae7e-ae4f5a0f59bc","customer_id":"0199d5a0-1a2b-7c3d-8e4f-5a6b7c8d9e0f",' +
  '"alert_type":"sanctions_match","severity":"critical",' +
  String.raw`"title":"Possible sanctions match: customer \"Zoë Müller\" is like \"MUELLER, Zoe\" on ofac-sdn",` +
  '"trigger_ref":"ofac-sdn:99002","metadata":{"source":"native","list":"ofac-sdn","entry_id":"99002",' +
  '"subject":"customer","subject_name":"Zoë Müller","matched_name":"MUELLER, Zoe","score":0.9804,' +
  '"topics":["sanction"]}}}';

describe('signWebhook', () => {
  // Computed once with `openssl dgst -sha256 -hmac` and with Python's hmac module.
  it.each([
    ['a body', BODY, SECRET, 1795166131, '2464ce6e7e59ef527ceb6fc7db434f8fe8a0eeb97e6d44fc0da1236befbe863f'],
    [
      'its bytes',
      Buffer.from(BODY),
      SECRET,
      1795166131,
      '2464ce6e7e59ef527ceb6fc7db434f8fe8a0eeb97e6d44fc0da1236befbe863f',
    ],
    ['no body', '', SECRET, 1795166131, '1c57f51d091646d12568a0541295454816f89fb3d810ae996e2bf37e1bd8561b'],
    [
      'bytes that are no text, with a secret that is no ASCII',
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      'whsec_sécret-ключ',
      1,
      'e57702e1092dc4a79289792d0a880379b0c25cbcf01b204625e6091773dbe3b4',
    ],
  ])('returns the header that signs %s', (_what, body, secret, timestamp, digest) => {
    expect(signWebhook(body, secret, timestamp)).toBe(`t=${timestamp},v1=${digest}`);
  });

  it.each([1795166131.5, -1, NaN, Infinity])('refuses the timestamp %d', (timestamp) => {
    expect(() => signWebhook(BODY, SECRET, timestamp)).toThrow(RangeError);
  });

  it('rejects an empty secret', () => {
    expect(() => signWebhook(BODY, '', 1795166131)).toThrow('empty secret');
  });
});
