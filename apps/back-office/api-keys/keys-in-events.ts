import type { TenantEvent } from '@probity/contracts/tenants/events';
import { type ApiKeyGrant, apiKeyStatement } from '@probity/read-side/tenants/api-key-grant';

/** What the events of a tenant say about one of its keys. */
export interface KeyInEvents {
  grant: ApiKeyGrant;
  /** the account that created it; undefined in events of an earlier version */
  maker: string | undefined;
  /** null: a key of an older version that is not signed */
  signature: string | null;
  /** whether its first event has no signature */
  isOlder: boolean;
  isRevoked: boolean;
  /** when it ended or ends by a revocation or a rotation: epoch milliseconds */
  endsAt: number | undefined;
}

/** The row of a key. */
export interface KeyRow extends ApiKeyGrant {
  expires_at: Date | null;
  revoked_at: Date | null;
  signature: string | null;
}

/** Brings the keys forward by an event of a tenant. */
export function applyKeyEvent(keys: Map<string, KeyInEvents>, { type, data }: TenantEvent): void {
  if (type === 'ApiKeyCreated') {
    if (data.replaces) end(keys.get(data.replaces.key_id), Date.parse(data.replaces.expires_at));
    keys.set(data.key_id, {
      grant: grantOf(data),
      maker: data.officer_id,
      signature: data.signature ?? null,
      isOlder: data.signature === undefined,
      isRevoked: false,
      endsAt: undefined,
    });
    return;
  }
  if (type !== 'ApiKeySigned' && type !== 'ApiKeyRevoked') return;
  const key = keys.get(data.key_id);
  if (!key) return;
  if (type === 'ApiKeySigned') key.signature = data.signature;
  else {
    key.isRevoked = true;
    end(key, Date.parse(data.revoked_at));
  }
}

function end(key: KeyInEvents | undefined, at: number): void {
  if (key) key.endsAt = Math.min(at, key.endsAt ?? at);
}

/** When a key ends or ended: epoch milliseconds; Infinity if never. */
export const endOf = ({ grant, endsAt }: KeyInEvents): number =>
  Math.min(grant.granted_until?.getTime() ?? Infinity, endsAt ?? Infinity);

/** What is signed about a key that is being created. */
export const grantOf = (
  data: Omit<Extract<TenantEvent, { type: 'ApiKeyCreated' }>['data'], 'signature'>,
): ApiKeyGrant => ({
  id: data.key_id,
  tenant_id: data.tenant_id,
  label: data.label,
  scopes: data.scopes,
  key_hash: Buffer.from(data.key_hash, 'hex'),
  allowed_addresses: data.allowed_addresses ?? null,
  granted_until: data.expires_at === undefined ? null : new Date(data.expires_at),
  created_at: new Date(data.created_at),
});

/** How a row differs from the events, in words that end a sentence; undefined when it does not. */
export function differenceOf(row: KeyRow, key: KeyInEvents | undefined): string | undefined {
  if (!key) return 'no event created it';
  if (key.isRevoked && row.revoked_at === null) return 'it was revoked, and its row says that it was not';
  if (key.signature === null) return key.endsAt === undefined ? 'its event is not signed' : undefined;
  if (row.signature !== key.signature || apiKeyStatement(row) !== apiKeyStatement(key.grant)) {
    return 'its row differs from its event';
  }
  const end = Math.min(
    key.grant.granted_until?.getTime() ?? Infinity,
    key.isRevoked ? Infinity : (key.endsAt ?? Infinity),
  );
  return (row.expires_at?.getTime() ?? Infinity) > end ? 'its row has a later end than its events' : undefined;
}
