import { createHmac, randomUUID } from 'node:crypto';
import type { Answer, Api } from '../../testing/api';
import { until } from '../crash/until';

const WHY = { reason: 'agreed' };
const SECRET = 'the secret of the webhook';
const MAX_WAIT_MS = 20_000;

/** The APIs of a deployment and one of its tenants. */
export interface ProviderUse {
  api: Api;
  backOffice: Api;
  slug: string;
}

/** Makes an event of every type that follows from a provider: its configuration, and two reports by webhook. */
export async function useProvider({ api, backOffice, slug }: ProviderUse): Promise<void> {
  const provider = `/tenants/${slug}/providers/sumsub`;
  const configuration = { app_token: 'an app token', secret_key: 'a secret key', webhook_secret: SECRET };
  done(await backOffice.put(provider, { configuration, ...WHY }));
  done(await backOffice.post(`${provider}/activate`, WHY));
  const applicant = randomUUID();
  const customer = { email: `${randomUUID()}@example.com`, kyc_provider: 'sumsub', kyc_provider_ref: applicant };
  done(await api.post(`/tenants/${slug}/customers`, customer));
  for (const applicantId of [applicant, randomUUID()]) {
    const body = JSON.stringify({
      type: 'applicantReviewed',
      applicantId,
      correlationId: randomUUID(),
      createdAtMs: '2026-03-02 09:16:30.000',
      reviewStatus: 'completed',
      reviewResult: { reviewAnswer: 'RED', rejectLabels: ['FORGERY'], reviewRejectType: 'FINAL' },
    });
    done(
      await api.send('POST', `/providers/sumsub/webhooks/${slug}`, body, {
        'x-payload-digest': createHmac('sha256', SECRET).update(body).digest('hex'),
        'x-payload-digest-alg': 'HMAC_SHA256_HEX',
      }),
    );
  }
  await until(
    'one signal is applied and one is unresolved',
    async () => {
      const signals = done<{ status: string }[]>(await backOffice.get(`/tenants/${slug}/provider-signals`));
      return (
        signals
          .map(({ status }) => status)
          .sort()
          .join() === 'applied,unresolved'
      );
    },
    MAX_WAIT_MS,
  );
  done(await backOffice.post(`${provider}/deactivate`, WHY));
}

function done<Data = unknown>({ status, body }: Answer): Data {
  if (status >= 300) throw new Error(`a request returned ${status}: ${JSON.stringify(body)}`);
  return (body as { data: Data }).data;
}
