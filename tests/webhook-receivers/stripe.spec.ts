import Stripe from 'stripe';
import { signWebhook } from '@probity/webhook-verification/sign-webhook';
import { BODY, bodyTitled, OTHER_SECRET, SECRET } from './deliveries';

const now = (): number => Math.floor(Date.now() / 1000);
const read = (body: string | Buffer, header: string, secret: string): unknown =>
  Stripe.webhooks.constructEvent(body, header, secret);

/** Stripe's library verifies the same scheme, and many receivers trust it. */
describe("Stripe's verifier", () => {
  it.each<[string, string | Buffer]>([
    ['a body', BODY],
    ['its bytes', Buffer.from(BODY)],
    ['bytes that are not ASCII', Buffer.from(bodyTitled('Überweisung an Владимир 李明 🏦'))],
  ])('accepts our signature of %s', (_what, body) => {
    expect(read(body, signWebhook(body, SECRET, now()), SECRET)).toEqual(JSON.parse(body.toString()));
  });

  it('accepts a delivery that took almost five minutes to arrive', () => {
    expect(read(BODY, signWebhook(BODY, SECRET, now() - 290), SECRET)).toEqual(JSON.parse(BODY));
  });

  it.each<[string, RegExp, string, () => string, string]>([
    [
      'a changed body',
      /No signatures found matching/,
      BODY.replace('medium', 'low'),
      () => signWebhook(BODY, SECRET, now()),
      SECRET,
    ],
    ['a wrong secret', /No signatures found matching/, BODY, () => signWebhook(BODY, SECRET, now()), OTHER_SECRET],
    [
      'an old timestamp',
      /Timestamp outside the tolerance zone/,
      BODY,
      () => signWebhook(BODY, SECRET, now() - 301),
      SECRET,
    ],
  ])('rejects %s', (_what, message, body, header, secret) => {
    expect(() => read(body, header(), secret)).toThrow(message);
  });
});
