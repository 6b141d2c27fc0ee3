import type { ComplianceSettingsChanged } from '../../settings/events';
import type { ApiKeyCreated, ApiKeyRevoked, CurrencyConfigured, TenantCreated } from '../../tenants/events';
import { CREATED_AT, DECIDED_AT, POSTED_AT, TENANT_ID } from '../example-ids';
import { note } from './fact-note';

export const TENANT_FACT_NOTES = {
  'back-office.TenantCreated': note<TenantCreated>(
    'A tenant was created. It is the first event of its stream.',
    TENANT_ID,
    {
      tenant_id: TENANT_ID,
      slug: 'acme',
      name: 'Acme Bank',
      created_at: CREATED_AT,
    },
  ),
  'back-office.CurrencyConfigured': note<CurrencyConfigured>(
    'A tenant can use a currency, or its name was changed.',
    TENANT_ID,
    {
      tenant_id: TENANT_ID,
      code: 'USD',
      name: 'US Dollar',
      minor_unit_decimals: 2,
      configured_at: CREATED_AT,
    },
  ),
  'back-office.ApiKeyCreated': note<Omit<ApiKeyCreated, 'key_hash'>>(
    'An API key was created. Nothing in the message is secret.',
    TENANT_ID,
    {
      tenant_id: TENANT_ID,
      key_id: '9f2c4b7a6d1e8053',
      label: 'core banking',
      scopes: ['read', 'write'],
      created_at: CREATED_AT,
    },
  ),
  'back-office.ApiKeyRevoked': note<ApiKeyRevoked>(
    'An API key was revoked. It is not accepted any longer.',
    TENANT_ID,
    {
      tenant_id: TENANT_ID,
      key_id: '9f2c4b7a6d1e8053',
      revoked_at: POSTED_AT,
    },
  ),
  'back-office.ComplianceSettingsChanged': note<ComplianceSettingsChanged>(
    'The compliance engines of a tenant are set another way. These are the settings as a whole.',
    TENANT_ID,
    {
      tenant_id: TENANT_ID,
      version: 1,
      settings: {
        stages: { kyc: 'native', screening: 'native', monitoring: 'native' },
        screening: { threshold: 0.75, lists: null },
        monitoring: { reference_currency: 'USD', rates: { EUR: '1.08' } },
        scoring: {},
      },
      reason: 'fewer false positives; agreed with the supervisor',
      officer: 'j.doe',
      changed_at: DECIDED_AT,
    },
  ),
};
