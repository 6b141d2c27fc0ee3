import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { optional } from '../../optional';
import { providerPlugin } from '../../plugin';
import { type ApiRequest, type ProviderApi, ProviderFailure } from '../../provider-api';
import { WebhookRejected } from '../../provider-signal';
import { utcTime } from '../../utc-time';
import { hmacHex, requireSignature, signatureHeader } from '../../webhook-signature';
import { readEvent } from './event';
import { decisionIdOf, isUnderstood, Review, reviewFinding, TITLE } from './review';

const CACHE_SECONDS = 60;
/** An id in Sumsub's form, 24 digits, that no applicant is expected to have. */
const NO_APPLICANT = '000000000000000000000000';
/** Sumsub offers SHA-1 for old webhooks, too; it is not accepted. */
const ALGORITHMS = new Map([
  ['HMAC_SHA256_HEX', 'sha256' as const],
  ['HMAC_SHA512_HEX', 'sha512' as const],
]);

const isStatus = Compile(
  Type.Object({
    ...Review.properties,
    reviewId: Type.String(),
    attemptId: Type.Optional(Type.String()),
    reviewDate: optional(Type.String()),
  }),
);

interface Credentials {
  app_token: string;
  secret_key: string;
}

/**
 * Identity checks by Sumsub.
 *
 * Sources: https://docs.sumsub.com/reference/get-applicant-review-status (the call),
 * https://github.com/SUMSUB/agent-skills (sumsub-api-auth/scripts/sumsub_sign.py: signed requests;
 * sumsub-manage-webhooks/references/webhook-schema.md: `X-Payload-Digest`, HMAC of the raw body, names of algorithms).
 * No signed time is known for webhooks, so there is no window of replays.
 *
 * Not found in Sumsub's own words: that the header `X-Payload-Digest-Alg` names the algorithm (receivers of these
 * webhooks rely on it), and that an unknown applicant gives 404.
 */
export const plugin = providerPlugin({
  name: 'sumsub',
  version: '1.0.0',
  title: TITLE,
  stages: ['kyc'],
  configuration: Type.Object({
    base_url: Type.Optional(
      Type.String({ pattern: '^https?://[^/]+$', description: 'origin of the API; https://api.sumsub.com unless set' }),
    ),
    app_token: Type.String({ minLength: 8, description: 'app token with the permission to view applicants' }),
    secret_key: Type.String({ minLength: 8, description: 'secret key of the app token' }),
    webhook_secret: Type.String({
      minLength: 8,
      description: 'secret key of the webhook; its algorithm is SHA256 or SHA512',
    }),
  }),
  secrets: ['app_token', 'secret_key', 'webhook_secret'],
  baseUrl: ({ base_url = 'https://api.sumsub.com' }) => base_url,

  async kyc({ customer }, api, credentials) {
    const applicant = customer.profile.kyc_provider_ref;
    if (!applicant) return { findings: [], evidence: { applicant: null }, cacheSeconds: 0 };
    const { status, body } = await api.request(statusRequest(applicant, api, credentials), [404]);
    if (status === 404) return { findings: [], evidence: { applicant: 'unknown' }, cacheSeconds: 0 };
    if (!isStatus.Check(body) || !isUnderstood(body))
      throw new ProviderFailure('not_understood', `${TITLE} returned no review status`);
    const { reviewId, attemptId = '', reviewStatus, reviewDate } = body;
    const evidence = { review_id: reviewId, attempt_id: attemptId, review_status: reviewStatus };
    const id = reviewDate ? decisionIdOf(applicant, utcTime(reviewDate), body) : `${reviewId}:${attemptId}`;
    return { findings: [reviewFinding(body, id)], evidence, cacheSeconds: CACHE_SECONDS };
  },

  webhooks: {
    verify(webhook, { webhook_secret }) {
      const algorithm = ALGORITHMS.get(signatureHeader(webhook, 'x-payload-digest-alg'));
      if (!algorithm) throw new WebhookRejected('unverified', 'the digest must be HMAC_SHA256_HEX or HMAC_SHA512_HEX');
      const digest = hmacHex(algorithm, webhook_secret, webhook.body);
      requireSignature(signatureHeader(webhook, 'x-payload-digest'), digest);
    },
    read: readEvent,
  },

  async test(api, credentials) {
    await api.request(statusRequest(NO_APPLICANT, api, credentials), [404]);
    return 'The app token and its secret key work.';
  },
});

/** The signature is over time, method and path; a GET has no body. */
function statusRequest(applicant: string, api: ProviderApi, { app_token, secret_key }: Credentials): ApiRequest {
  const method = 'GET';
  const path = `/resources/applicants/${encodeURIComponent(applicant)}/status`;
  const time = String(Math.floor(api.now().getTime() / 1_000));
  const signature = hmacHex('sha256', secret_key, `${time}${method}${path}`);
  return {
    method,
    path,
    headers: { 'X-App-Token': app_token, 'X-App-Access-Ts': time, 'X-App-Access-Sig': signature },
  };
}
