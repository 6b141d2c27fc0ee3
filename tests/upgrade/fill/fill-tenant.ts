import { apiKeyId } from '@probity/platform/api-key';
import { DECISION, expecting, type FilledTenant, type Scene } from './scene';

/** API keys of the dump's tenants. They are not secret, because they give access to invented data only. */
export interface FixtureKeys {
  works: string;
  reads_only: string;
  revoked: string;
}

const CURRENCIES = [
  { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2 },
  { code: 'EUR', name: 'Euro', minor_unit_decimals: 2 },
  { code: 'JPY', name: 'Yen', minor_unit_decimals: 0 },
  { code: 'BHD', name: 'Bahraini Dinar', minor_unit_decimals: 3 },
  { code: 'QAX', name: 'Points “é東”', minor_unit_decimals: 8 },
];

/** Creates a tenant with currencies and three keys: one with both scopes, one that can only read, one revoked. */
export async function fillTenant(
  { gateway, backOffice }: Scene,
  slug: string,
  name: string,
): Promise<{ tenant: FilledTenant; keys: FixtureKeys }> {
  const { id } = await expecting<{ id: string }>(
    201,
    backOffice.post('/tenants', { slug, name, four_eyes: false, ...DECISION }),
  );
  for (const currency of CURRENCIES) {
    await expecting(201, backOffice.post(`/tenants/${slug}/currencies`, { ...currency, ...DECISION }));
  }
  const newKey = async (scopes: string[], label?: string): Promise<string> =>
    (
      await expecting<{ api_key: string }>(
        201,
        backOffice.post(`/tenants/${slug}/api-keys`, { scopes, label, ...DECISION }),
      )
    ).api_key;
  const keys = {
    works: await newKey(['read', 'write'], 'core banking'),
    reads_only: await newKey(['read']),
    revoked: await newKey(['write', 'read'], 'lost'),
  };
  await expecting(204, backOffice.delete(`/tenants/${slug}/api-keys/${apiKeyId(keys.revoked)}?reason=a+test`));
  const path = (below: string): string => `/tenants/${slug}${below}`;
  const own = (text: string): string => `${text} ${slug.split('-').at(-1)}`;
  return { tenant: { id, slug, api: gateway.withKey(keys.works), backOffice, path, own }, keys };
}
