import { createHmac } from 'node:crypto';

/** The result of verifying a delivery. */
export type Verdict = 'verified' | 'no secret' | 'malformed' | 'mismatch' | 'stale';

export interface Delivery {
  name: string;
  body: Buffer;
  /** X-Service-Signature */
  header: string;
  /** the secret that the receiver uses */
  secret: string;
  verdict: Verdict;
}

export const SECRET = 'whsec_ZXhhbXBsZS1vbmx5LWRvLW5vdC11c2UtdGhpcy1rZXk';
export const OTHER_SECRET = 'whsec_b3RoZXItb25seS1kby1ub3QtdXNlLXRoaXMta2V5LS0';

/** A body as Probity sends it. */
export const bodyTitled = (title: string): string =>
  JSON.stringify({
    event: 'alert.created',
    event_id: '0199d5a0-7c1e-7a52-9d3f-6b1c2e4f8a90',
    tenant_id: '0199d5a0-0001-7000-8000-00000000000a',
    occurred_at: '2026-11-20T09:15:30.123Z',
    data: {
      id: '0199d5a0-7c1d-7b11-8e2a-3c5d7f9b1e24',
      customer_id: '0199d5a0-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
      alert_type: 'large_cash',
      severity: 'medium',
      title,
      trigger_ref: 'txn-1',
      metadata: {
        source: 'native',
        rule_id: '0199d5a0-2b3c-7d4e-8f50-6a7b8c9d0e1f',
        rule: 'Large cash-like transaction',
        reason: 'From this amount most jurisdictions want the transaction reported or its source explained.',
        transaction_id: 'txn-1',
        account_ref: 'ACC-1001',
        amount: '12500',
        currency: 'USD',
        direction: 'inbound',
      },
    },
  });

export const BODY = bodyTitled('Large cash-like transaction');
const NON_ASCII = bodyTitled('Überweisung an Владимир 李明 🏦 \u2028 é');

/** Computes the signature independently of the code under test, so that both cannot share a mistake. */
function digest(body: string | Buffer, timestamp: string | number, secret = SECRET): string {
  const content = Buffer.concat([Buffer.from(`${timestamp}.`), Buffer.from(body)]);
  return createHmac('sha256', secret).update(content).digest('hex');
}

/** Deliveries for verification at the time `now`, in unix seconds, or up to a minute later. */
export function deliveries(now: number): Delivery[] {
  const signed = (timestamp: string | number) => `t=${timestamp},v1=${digest(BODY, timestamp)}`;
  const good = digest(BODY, now);
  const wrong = good.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  const delivery = (
    name: string,
    verdict: Verdict,
    changes: Partial<Omit<Delivery, 'body'>> & { body?: string | Buffer },
  ) => ({
    name,
    verdict,
    header: signed(now),
    secret: SECRET,
    ...changes,
    body: Buffer.from(changes.body ?? BODY),
  });
  const malformed = (name: string, header: string) => delivery(name, 'malformed', { header });

  return [
    delivery('a valid delivery', 'verified', {}),
    delivery('a delivery that took four minutes to arrive', 'verified', { header: signed(now - 230) }),
    delivery('a delivery from a clock that is four minutes ahead', 'verified', { header: signed(now + 230) }),
    delivery('a body that is not ASCII', 'verified', {
      body: NON_ASCII,
      header: `t=${now},v1=${digest(NON_ASCII, now)}`,
    }),
    delivery('an empty body', 'verified', { body: '', header: `t=${now},v1=${digest('', now)}` }),
    delivery('a secret that is not ASCII', 'verified', {
      secret: 'whsec_ключ-é',
      header: `t=${now},v1=${digest(BODY, now, 'whsec_ключ-é')}`,
    }),
    delivery('two v1, the first one good', 'verified', { header: `t=${now},v1=${good},v1=${wrong}` }),
    delivery('two v1, the second one good', 'verified', { header: `t=${now},v1=${wrong},v1=${good}` }),
    delivery('unknown schemes', 'verified', { header: `v0=x,t=${now},v1=${good},v2=a=b,flag` }),
    delivery('spaces after the commas', 'verified', { header: `t=${now}, v1=${good}` }),

    delivery('a changed body', 'mismatch', { body: BODY.replace('medium', 'low') }),
    delivery('a line break after the body', 'mismatch', { body: `${BODY}\n` }),
    delivery('a body in another encoding', 'mismatch', {
      body: Buffer.from(NON_ASCII, 'utf16le'),
      header: `t=${now},v1=${digest(NON_ASCII, now)}`,
    }),
    delivery('a wrong secret', 'mismatch', { secret: OTHER_SECRET }),
    delivery('the secret without its prefix', 'mismatch', { secret: SECRET.replace('whsec_', '') }),
    delivery('two v1, both wrong', 'mismatch', {
      header: `t=${now},v1=${wrong},v1=${digest(BODY, now, OTHER_SECRET)}`,
    }),
    delivery('a timestamp that was not signed', 'mismatch', { header: `t=${now + 1},v1=${good}` }),

    delivery('an old timestamp', 'stale', { header: signed(now - 301) }),
    delivery('a timestamp of 1970', 'stale', { header: signed(0) }),
    delivery('a timestamp in the future', 'stale', { header: signed(now + 400) }),
    delivery('a timestamp in milliseconds', 'malformed', { header: signed(now * 1000) }),

    malformed('an empty header', ''),
    malformed('a header of another kind', 'Bearer abc'),
    malformed('commas only', ',,,'),
    malformed('names without values', 't,v1'),
    malformed('no timestamp', `v1=${good}`),
    malformed('no v1', `t=${now}`),
    malformed('a digest of another scheme only', `t=${now},v0=${good}`),
    malformed('an empty timestamp', signed('')),
    malformed('a timestamp in words', signed('now')),
    malformed('a negative timestamp', signed(-now)),
    malformed('a timestamp with a sign', signed(`+${now}`)),
    malformed('a timestamp with a fraction', signed(`${now}.0`)),
    malformed('a timestamp in digits of another script', signed('١٧٩٥١٦٦١٣١')),
    malformed('a timestamp beyond all numbers', signed('9'.repeat(400))),
    malformed('two timestamps', `t=${now},t=${now},v1=${good}`),

    delivery('an empty secret that the sender has guessed', 'no secret', {
      secret: '',
      header: `t=${now},v1=${digest(BODY, now, '')}`,
    }),
  ];
}

/** Headers whose v1 cannot be an HMAC. A verifier may report them as malformed or as a mismatch. */
export function misshapenDigests(now: number): string[] {
  const good = digest(BODY, now);
  return ['', 'zz', good.slice(0, -1), `${good}0`, good.slice(0, 32), 'é'.repeat(64), '\ud83c\udfe6', `${good}=`].map(
    (v1) => `t=${now},v1=${v1}`,
  );
}
