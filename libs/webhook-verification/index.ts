/**
 * The entry point of the package that receivers install. Only these exports are public; everything else may change.
 * Probity's own code imports the other files directly.
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
