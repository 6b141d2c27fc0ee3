import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { kycFinding } from '../../kyc-finding';
import { optional } from '../../optional';
import { providerPlugin } from '../../plugin';
import { type ProviderSignal, WebhookRejected } from '../../provider-signal';
import { utcTime } from '../../utc-time';
import { hmacHex, requireSignature, signatureHeader } from '../../webhook-signature';

const TITLE = 'Onfido';
const COMPLETED = 'workflow_run.completed';
const MAX_REASON = 1_000;

/** What each end of a workflow run means; after an error or a review, a person has to look. */
const STATUSES = {
  approved: 'approved',
  declined: 'rejected',
  review: 'in_review',
  error: 'in_review',
  abandoned: 'pending',
} as const;

const Completed = Type.Object({
  object: Type.Object({
    id: Type.String({ minLength: 1 }),
    status: Type.Enum(['approved', 'declined', 'review', 'error', 'abandoned']),
    completed_at_iso8601: Type.String(),
  }),
  resource: Type.Object({
    applicant_id: Type.String({ minLength: 1 }),
    customer_user_id: optional(Type.String()),
    workflow_id: optional(Type.String()),
    dashboard_url: optional(Type.String()),
    reasons: optional(Type.Array(Type.String())),
  }),
});
const isEvent = Compile(Type.Object({ payload: Type.Object({ action: Type.String() }) }));
const isCompleted = Compile(Type.Object({ payload: Completed }));

/**
 * Identity checks by Onfido (now Entrust), reported by webhook when a run of a Studio workflow ends.
 *
 * Webhooks about checks and reports give no signal: the check event that Onfido publishes has neither applicant nor
 * result, and the specification names no result. An event has no id of its own, and Onfido signs no time, so there is
 * no window of replays.
 *
 * Sources: https://documentation.identity.entrust.com/api/manual-webhook-signature-verification/ (HMAC-SHA256 of the raw
 * body in hexadecimal digits), https://github.com/onfido/onfido-openapi-spec (schemas/webhooks: fields, actions,
 * statuses), https://github.com/onfido/onfido-python (webhook_event_payload_resource.py: `customer_user_id`).
 * No published example of a completed workflow run was found.
 */
export const plugin = providerPlugin({
  name: 'onfido',
  version: '1.0.0',
  title: TITLE,
  stages: ['kyc'],
  configuration: Type.Object({
    webhook_token: Type.String({ minLength: 8, description: 'token of the webhook, from its registration at Onfido' }),
  }),
  secrets: ['webhook_token'],
  /** Nothing is sent there: the plugin only receives. */
  baseUrl: () => 'https://api.eu.onfido.com/v3.6',

  webhooks: {
    verify(webhook, { webhook_token }) {
      requireSignature(signatureHeader(webhook, 'x-sha2-signature'), hmacHex('sha256', webhook_token, webhook.body));
    },
    read(body) {
      if (!isEvent.Check(body)) throw new WebhookRejected('unreadable', 'the body is not an event of Onfido');
      if (body.payload.action !== COMPLETED) return [];
      if (isCompleted.Check(body)) return [signalOf(body.payload)];
      throw new WebhookRejected('unreadable', 'the completed workflow run has no applicant, known status or time');
    },
  },
});

function signalOf({ object, resource }: Static<typeof Completed>): ProviderSignal {
  const { applicant_id, customer_user_id, workflow_id, dashboard_url, reasons } = resource;
  const status = STATUSES[object.status];
  const reason = reasons?.join(', ') || `the workflow run ended with the status ${object.status}`;
  const metadata = {
    workflow_run_id: object.id,
    run_status: object.status,
    ...(workflow_id && { workflow_id }),
    ...(dashboard_url && { dashboard_url }),
    ...(status === 'rejected' && reasons && { reject_labels: reasons }),
  };
  return {
    id: `${COMPLETED}:${object.id}:${object.status}:${object.completed_at_iso8601}`,
    event_source: COMPLETED,
    occurred_at: utcTime(object.completed_at_iso8601),
    customer: { ref: applicant_id, ...(customer_user_id && { account_ref: customer_user_id }) },
    ...kycFinding(TITLE, object.id, { status, reason: reason.slice(0, MAX_REASON) }, metadata),
  };
}
