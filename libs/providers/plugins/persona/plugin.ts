import Type from 'typebox';
import { providerPlugin } from '../../plugin';
import { WebhookRejected } from '../../provider-signal';
import { hmacHex, requireRecent, SIGNATURE_MISMATCH, signatureHeader, signaturesEqual } from '../../webhook-signature';
import { readEvent, TITLE } from './event';

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
/** Persona sends two signatures, separated by a space, while a secret changes. */
const MAX_SIGNATURES = 4;

/**
 * Identity checks by Persona, reported by webhook.
 *
 * Sources: https://docs.withpersona.com/docs/webhooks-best-practices (signature: HMAC-SHA256 of `<t>.<raw body>` in
 * hexadecimal digits; t is the time of sending in epoch seconds), https://docs.withpersona.com/docs/webhooks (body).
 * Persona names no tolerance for the time; 300 seconds are Probity's choice.
 */
export const plugin = providerPlugin({
  name: 'persona',
  version: '1.0.0',
  title: TITLE,
  stages: ['kyc'],
  configuration: Type.Object({
    webhook_secret: Type.String({ minLength: 8, description: 'secret of the webhook, from the dashboard' }),
    customer_reference: Type.Optional(
      Type.Enum(['account', 'inquiry'], {
        description:
          'whose id customers have as kyc_provider_ref: of the Persona account (unless set) or of the inquiry',
      }),
    ),
  }),
  secrets: ['webhook_secret'],
  /** Nothing is sent there: the plugin only receives. */
  baseUrl: () => 'https://withpersona.com/api/v1',

  webhooks: {
    verify(webhook, { webhook_secret }) {
      const signatures = signatureHeader(webhook, 'persona-signature').split(/,?\s+/);
      for (const signature of signatures.slice(0, MAX_SIGNATURES)) {
        const [, time, digest] = SIGNATURE.exec(signature) ?? [];
        if (!time || !digest) continue;
        const signed = Buffer.concat([Buffer.from(`${time}.`), webhook.body]);
        if (signaturesEqual(digest, hmacHex('sha256', webhook_secret, signed))) return requireRecent(time, webhook);
      }
      throw new WebhookRejected('unverified', SIGNATURE_MISMATCH);
    },
    read: (body, { customer_reference = 'account' }) => readEvent(body, customer_reference),
  },
});
