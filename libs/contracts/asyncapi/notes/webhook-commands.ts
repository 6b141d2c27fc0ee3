import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  replayFailedWebhooks,
  resendWebhook,
  rotateWebhookSecret,
  sendTestWebhook,
  setWebhookEndpointStatus,
} from '../../webhooks/commands';
import type { WebhookDeliveryDetail, WebhookEndpoint } from '../../webhooks/views';
import { CREATED_AT, DELIVERY_ID, ENDPOINT_ID, EVENT_ID, POSTED_AT, ROTATION_ID, TENANT_ID } from '../example-ids';
import { about } from './command-note';

const asked = { tenant_id: TENANT_ID, endpoint_id: ENDPOINT_ID, actor: 'institution' };
const byStaff = { ...asked, actor: 'staff:j.smith' };
const reply_key = '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq...\n-----END PUBLIC KEY-----\n';
const encrypted_secret = 'pV7cUu0jJ1yQ0c0lY2m4...';

const endpoint: WebhookEndpoint = {
  id: ENDPOINT_ID,
  tenant_id: TENANT_ID,
  label: 'Alert desk',
  url: 'https://hooks.example.com/probity',
  event_types: ['alert.created', 'alert.resolved'],
  status: 'active',
  status_reason: null,
  failing_since: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};
const delivery: WebhookDeliveryDetail = {
  id: DELIVERY_ID,
  endpoint_id: ENDPOINT_ID,
  event_type: 'alert.created',
  event_id: EVENT_ID,
  status: 'pending',
  response_status: null,
  error: null,
  attempt_count: 0,
  delivered_at: null,
  created_at: POSTED_AT,
  is_test: true,
  attempts: [],
};

export const WEBHOOK_COMMAND_NOTES = [
  about(
    createWebhookEndpoint,
    'Register an endpoint for webhooks.',
    { ...asked, label: endpoint.label, url: endpoint.url, event_types: endpoint.event_types, reply_key },
    { endpoint, encrypted_secret },
  ),
  about(deleteWebhookEndpoint, 'Remove an endpoint; when it is answered nothing more is sent to it.', asked, {}),
  about(
    rotateWebhookSecret,
    'Replace the signing secret of an endpoint.',
    { ...asked, rotation_id: ROTATION_ID, reply_key },
    { endpoint: { ...endpoint, updated_at: POSTED_AT }, encrypted_secret },
  ),
  about(
    setWebhookEndpointStatus,
    'Stop or resume sending to an endpoint.',
    { ...byStaff, status: 'disabled', reason: 'moved to another address' },
    { ...endpoint, status: 'disabled', status_reason: 'moved to another address' },
  ),
  about(
    sendTestWebhook,
    'Send an event that tells of no real alert.',
    { ...byStaff, event_id: EVENT_ID, event_type: 'alert.created' },
    delivery,
  ),
  about(
    resendWebhook,
    'Send one delivery again, at once.',
    { ...byStaff, delivery_id: DELIVERY_ID },
    { ...delivery, is_test: false },
  ),
  about(
    replayFailedWebhooks,
    'Send again what has failed for good since a time.',
    { ...byStaff, since: CREATED_AT, limit: 1_000 },
    { replayed: 12, more: false },
  ),
];
