import {
  IDENTITY_PROVIDER_STREAM_PREFIX,
  type IdentityProviderEvent,
  identityProviderStream,
} from '@probity/contracts/identity-providers/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  IDENTITY_PROVIDER_ROW,
  projectIdentityProviderEvents,
  type RecordedIdentityProviderEvent,
  IDENTITY_PROVIDER_AUDIT,
} from '@probity/read-side/staff/identity-provider-projection';

/** An identity provider with which staff of a tenant, or platform operators, sign in. */
export interface IdentityProviderState {
  id: string;
  /** null: the installation */
  tenantId: string | null;
  displayName: string;
  /** base64; null: a public client */
  sealedClientSecret: string | null;
  isRemoved: boolean;
}

export const IDENTITY_PROVIDER: Aggregate<IdentityProviderState, IdentityProviderEvent> = {
  name: 'identity provider',
  kind: 'identity-providers',
  prefix: IDENTITY_PROVIDER_STREAM_PREFIX,
  stream: identityProviderStream,
  evolve,
  tenantOf: ({ tenantId }) => tenantId,
  row: IDENTITY_PROVIDER_ROW,
  audit: IDENTITY_PROVIDER_AUDIT,
  projection: (sql, events) => projectIdentityProviderEvents(sql, events as RecordedIdentityProviderEvent[]),
};

function evolve(
  before: IdentityProviderState | undefined,
  { type, data }: IdentityProviderEvent,
): IdentityProviderState {
  if (type === 'IdentityProviderSet') {
    const { provider_id: id, tenant_id: tenantId, display_name: displayName, sealed_client_secret } = data;
    return { id, tenantId, displayName, sealedClientSecret: sealed_client_secret, isRemoved: false };
  }
  if (!before) throw new Error(`the stream of identity provider ${data.provider_id} begins with ${type}`);
  return { ...before, isRemoved: true };
}
