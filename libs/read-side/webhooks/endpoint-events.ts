import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { EndpointStatus } from '@probity/contracts/webhooks/views';

/** No prefix of streams may begin with another one: followers read streams by prefix. */
export const ENDPOINT_STREAM_PREFIX = 'webhook-endpoint-';
export const endpointStream = (endpointId: string): string => `${ENDPOINT_STREAM_PREFIX}${endpointId}`;

/** What is sent where. It never changes. */
export interface Receiver {
  label: string;
  url: string;
  event_types: WebhookEventType[];
}

/** Who changed an endpoint, and when. */
export interface EndpointChange {
  endpoint_id: string;
  tenant_id: string;
  actor: string;
  /** of an account of staff */
  actor_name: string | null;
  /** of staff, or of the dispatcher */
  reason: string | null;
  /** ISO 8601 */
  at: string;
}

/** An endpoint of a version that kept them as rows. */
export interface AdoptedEndpoint extends Receiver {
  endpoint_id: string;
  tenant_id: string;
  status: EndpointStatus | 'deleted';
  status_reason: string | null;
  failing_since: string | null;
  /** null when it is deleted */
  sealed_secret: string | null;
  rotation_id: string | null;
  created_at: string;
  updated_at: string;
}

/** Events of webhook endpoints. They are not published. `sealed_secret` is base64, sealed for the receiver. */
export type EndpointEvent =
  | { type: 'EndpointCreated'; data: EndpointChange & Receiver & { sealed_secret: string } }
  | { type: 'EndpointAdopted'; data: AdoptedEndpoint }
  | { type: 'EndpointSecretRotated'; data: EndpointChange & { rotation_id: string; sealed_secret: string } }
  | { type: 'EndpointEnabled'; data: EndpointChange }
  | {
      type: 'EndpointDisabled';
      data: EndpointChange & {
        /** the delivery because of which the dispatcher disabled it */
        delivery_id?: string;
        failing_since: string | null;
      };
    }
  | { type: 'EndpointDeleted'; data: EndpointChange }
  | {
      type: 'EndpointSecretResealed';
      data: {
        endpoint_id: string;
        tenant_id: string;
        sealed_secret: string;
        /** the name of the key that seals it now */
        sealing_key: string;
        resealed_at: string;
      };
    };
