/**
 * The entry of the package that receivers install. Probity's own code imports the files themselves;
 * here the list says what is public, and everything else may change.
 */
export { signWebhook } from './sign-webhook';
export { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook';
export {
  isKnownEvent,
  type KnownWebhookEvent,
  type UnknownWebhookEvent,
  type WebhookAlert,
  type WebhookEvent,
  type WebhookEventData,
  type WebhookEventType,
} from './webhook-event';
export { type WebhookProblem, WebhookVerificationError } from './webhook-verification-error';
