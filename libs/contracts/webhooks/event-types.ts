/** What an institution can be told of by webhook. */
export const WEBHOOK_EVENT_TYPES = ['alert.created', 'alert.resolved', 'alert.dismissed'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];
