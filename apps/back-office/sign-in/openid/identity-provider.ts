import {
  IDENTITY_PROVIDER_STREAM_PREFIX,
  type IdentityProviderEvent,
  identityProviderStream,
} from '@probity/contracts/identity-providers/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  IDENTITY_PROVIDER_ROW,
  IDENTITY_PROVIDER_TABLES,
  projectIdentityProviderEvents,
  type RecordedIdentityProviderEvent,
  IDENTITY_PROVIDER_AUDIT,
} from '@probity/read-side/staff/identity-provider-projection';

/** An identity provider with which staff of a tenant, or platform operators, sign in. */
export interface IdentityProviderState {
  id: string;
  /** null: the installation */
  tenantId: string | null;
  issuer: string;
  clientId: string;
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
  ownTables: IDENTITY_PROVIDER_TABLES,
  audit: IDENTITY_PROVIDER_AUDIT,
  projection: (sql, events) => projectIdentityProviderEvents(sql, events as RecordedIdentityProviderEvent[]),
};

function evolve(
  before: IdentityProviderState | undefined,
  { type, data }: IdentityProviderEvent,
): IdentityProviderState {
  if (type === 'IdentityProviderSet') {
    const { provider_id: id, tenant_id: tenantId, issuer, client_id: clientId, display_name: displayName } = data;
    const sealedClientSecret = data.sealed_client_secret;
    return { id, tenantId, issuer, clientId, displayName, sealedClientSecret, isRemoved: false };
  }
  if (!before) throw new Error(`the stream of identity provider ${data.provider_id} begins with ${type}`);
  if (type === 'IdentityProviderResealed') return { ...before, sealedClientSecret: data.sealed_client_secret };
  return { ...before, isRemoved: true };
}
