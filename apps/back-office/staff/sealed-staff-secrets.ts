import type { IdentityProviderEvent } from '@probity/contracts/identity-providers/events';
import type { StaffEvent } from '@probity/contracts/staff/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { hexOf } from '@probity/service/resealing/sealed-operations';
import { SealedRows } from '@probity/service/resealing/sealed-rows';
import type { SealedSecrets } from '@probity/service/resealing/sealed-secrets';
import { SealedStreams } from '@probity/service/resealing/sealed-streams';
import { IDENTITY_PROVIDER } from '../sign-in/openid/identity-provider';
import { STAFF_ACCOUNT } from './staff-account';
import { staffContext } from './staff-secrets';

/** What people and the back office itself sign in with, and sign-ins in progress. */
export function sealedStaffSecrets(database: Database, sealer: Sealer, store: AggregateStore): SealedSecrets[] {
  const renewed = () => ({ sealing_key: sealer.keyId, resealed_at: new Date().toISOString() });
  return [
    new SealedStreams(sealer, {
      name: 'credentials of staff',
      store,
      database,
      aggregate: STAFF_ACCOUNT,
      table: 'back_office.staff_accounts',
      id: { column: 'id', type: 'uuid' },
      where: 'has_credentials',
      secretsOf: ({ id, credentials }) =>
        credentials
          ? [
              { sealed: credentials.sealedPassword, context: staffContext('password', id) },
              { sealed: credentials.sealedCodeSecret, context: staffContext('one-time codes', id) },
            ]
          : [],
      resealed: ({ id: account_id, tenantId: tenant_id }, [password, codes]): StaffEvent => ({
        type: 'StaffCredentialsResealed',
        data: { account_id, tenant_id, sealed_password: password!, sealed_code_secret: codes!, ...renewed() },
      }),
    }),
    new SealedStreams(sealer, {
      name: 'secrets of identity providers',
      store,
      database,
      aggregate: IDENTITY_PROVIDER,
      table: 'back_office.identity_providers',
      id: { column: 'id', type: 'uuid' },
      where: 'removed_at IS NULL',
      column: 'sealed_client_secret',
      secretsOf: ({ id, isRemoved, sealedClientSecret: sealed }) =>
        isRemoved || sealed === null ? [] : [{ sealed, context: staffContext('client secret', id) }],
      resealed: ({ id: provider_id, tenantId: tenant_id }, [sealed]): IdentityProviderEvent => ({
        type: 'IdentityProviderResealed',
        data: { provider_id, tenant_id, sealed_client_secret: sealed!, ...renewed() },
      }),
    }),
    new SealedRows(database, sealer, {
      name: 'sign-ins in progress',
      table: 'back_office.sign_in_attempts',
      column: 'sealed',
      id: { secret_hash: 'bytea' },
      contextOf: ([hash]) => staffContext('attempt', hexOf(hash!)),
    }),
  ];
}
