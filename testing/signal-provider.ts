import { createHmac } from 'node:crypto';

/** The plugin of a provider that reports the verification of identities by webhook. */
export const SIGNAL_PROVIDER = 'generic-http';

/** Its configuration. Webhooks are signed with HMAC-SHA256 over the raw bytes; see `signatureOf`. */
export const signalProvider = (
  webhook_secret: string,
  statuses: Record<string, string>,
  { kyc = {}, ...fields }: { kyc?: object; account_ref?: string } = {},
) => ({
  base_url: 'https://api.example.com',
  webhook_secret,
  webhook: {
    signature_header: 'x-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    types: ['identity.reviewed'],
    id: '/id',
    type: '/type',
    occurred_at: '/at',
    customer_ref: '/applicant',
    ...fields,
    kyc: { id: '/id', status: '/result', statuses, reason: '/comment', ...kyc },
  },
});

export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');
