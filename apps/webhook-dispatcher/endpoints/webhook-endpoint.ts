import type { Aggregate } from '@probity/event-store/aggregate';
import {
  type AdoptedEndpoint,
  ENDPOINT_STREAM_PREFIX,
  type EndpointEvent,
  endpointStream,
} from '@probity/read-side/webhooks/endpoint-events';
import {
  created,
  ENDPOINT_AUDIT,
  ENDPOINT_ROW,
  ENDPOINT_TABLES,
  projectEndpointEvents,
} from '@probity/read-side/webhooks/endpoint-projection';

export type EndpointState = Pick<
  AdoptedEndpoint,
  'endpoint_id' | 'tenant_id' | 'url' | 'event_types' | 'status' | 'sealed_secret' | 'rotation_id'
>;

/** An endpoint for webhooks, with its sealed secret. */
export const WEBHOOK_ENDPOINT: Aggregate<EndpointState, EndpointEvent> = {
  name: 'webhook',
  kind: 'webhook-endpoints',
  prefix: ENDPOINT_STREAM_PREFIX,
  stream: endpointStream,
  evolve: (before, event): EndpointState => {
    if (event.type === 'EndpointCreated') return created(event.data);
    if (event.type === 'EndpointAdopted') return event.data;
    const state = before!;
    switch (event.type) {
      case 'EndpointSecretRotated': {
        const { sealed_secret, rotation_id } = event.data;
        return { ...state, sealed_secret, rotation_id };
      }
      case 'EndpointEnabled':
        return { ...state, status: 'active' };
      case 'EndpointDisabled':
        return { ...state, status: 'disabled' };
      case 'EndpointDeleted':
        return { ...state, status: 'deleted', sealed_secret: null };
      case 'EndpointSecretResealed':
        return { ...state, sealed_secret: event.data.sealed_secret };
    }
  },
  tenantOf: ({ tenant_id }) => tenant_id,
  row: ENDPOINT_ROW,
  tables: ENDPOINT_TABLES,
  audit: ENDPOINT_AUDIT,
  projection: projectEndpointEvents,
};
