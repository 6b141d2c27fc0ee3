import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { writePrivately } from '../secrets';

const SLUG = 'acme';
const CURRENCIES = [
  { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2 },
  { code: 'EUR', name: 'Euro', minor_unit_decimals: 2 },
  { code: 'JPY', name: 'Yen', minor_unit_decimals: 0 },
  { code: 'BHD', name: 'Bahraini Dinar', minor_unit_decimals: 3 },
];

const REFERENCE = {
  settings: { monitoring: { reference_currency: 'USD' } },
  reason: 'The rules of the demo compare amounts in US dollars.',
};

/** The content of `demo.json`. */
export interface Demo {
  base_url: string;
  back_office_url: string;
  tenant_id: string;
  tenant_slug: string;
  api_key: string;
  operator_token: string;
}

/**
 * Creates the demo tenant on the first start. On every start, writes `demo.json` with the addresses of the running
 * instance. A key that no longer works is replaced.
 */
export async function prepareDemo(
  dataDirectory: string,
  addresses: { base_url: string; back_office_url: string },
  operatorToken: string,
): Promise<Demo> {
  const path = join(dataDirectory, 'demo.json');
  const backOffice = new BackOfficeClient(addresses.back_office_url, operatorToken);
  const earlier = readEarlier(path);

  const tenant = await demoTenant(backOffice);
  const works = earlier?.api_key !== undefined && (await keyWorks(addresses.base_url, earlier.api_key));
  const demo: Demo = {
    ...addresses,
    tenant_id: tenant.id,
    tenant_slug: SLUG,
    api_key: works ? earlier.api_key! : await newKey(backOffice),
    operator_token: operatorToken,
  };
  writePrivately(path, demo);
  return demo;
}

/** A damaged file is treated as missing: all of its content can be created again. */
function readEarlier(path: string): Partial<Demo> | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Demo>;
  } catch {
    return undefined;
  }
}

async function demoTenant(backOffice: BackOfficeClient): Promise<{ id: string }> {
  const existing = await backOffice.find<{ id: string }>(`tenants/${SLUG}`);
  const tenant = existing ?? (await backOffice.post<{ id: string }>('tenants', { slug: SLUG, name: 'Acme (demo)' }));
  // An earlier start may have been killed before it added every currency. Existing currencies are not changed.
  const configured = await backOffice.get<{ code: string }[]>(`tenants/${SLUG}/currencies?limit=100`);
  for (const currency of CURRENCIES) {
    if (configured.some(({ code }) => code === currency.code)) continue;
    await backOffice.post(`tenants/${SLUG}/currencies`, currency);
  }
  // With several currencies, amounts are unknown to the default rules until there is a reference currency.
  const { version } = await backOffice.get<{ version: number }>(`tenants/${SLUG}/settings`);
  if (version === 0) await backOffice.patch(`tenants/${SLUG}/settings`, REFERENCE);
  return tenant;
}

async function newKey(backOffice: BackOfficeClient): Promise<string> {
  const body = { scopes: ['read', 'write'], label: 'demo' };
  return (await backOffice.post<{ api_key: string }>(`tenants/${SLUG}/api-keys`, body)).api_key;
}

async function keyWorks(baseUrl: string, key: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/tenants/${SLUG}/currencies`, { headers: { authorization: `Bearer ${key}` } });
  return answer.status === 200;
}
