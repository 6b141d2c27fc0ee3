import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CurrentFourEyes } from '@probity/contracts/proposals/views';
import { DEFAULT_POLICY } from '@probity/contracts/proposals/policy';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { addDemoStaff, type Approval, approvalInDemo, type DemoPerson } from './demo-staff';
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
): Promise<{ demo: Demo; staff: DemoPerson[] }> {
  const path = join(dataDirectory, 'demo.json');
  const backOffice = new BackOfficeClient(addresses.back_office_url, operatorToken);
  const earlier = readEarlier(path);

  const tenant = await demoTenant(backOffice);
  const staff = await addDemoStaff(backOffice, dataDirectory, SLUG);
  const agreed = approvalInDemo(backOffice, SLUG, staff);
  await setUp(backOffice, agreed);
  const works = earlier?.api_key !== undefined && (await keyWorks(addresses.base_url, earlier.api_key));
  const demo: Demo = {
    ...addresses,
    tenant_id: tenant.id,
    tenant_slug: SLUG,
    api_key: works ? earlier.api_key! : (await agreed(() => newKey(backOffice))).api_key,
    operator_token: operatorToken,
  };
  writePrivately(path, demo);
  await demandFourEyes(backOffice);
  return { demo, staff };
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
  const tenant =
    existing ??
    (await backOffice.post<{ id: string }>('tenants', {
      slug: SLUG,
      name: 'Acme (demo)',
      four_eyes: false,
      reason: 'the demo',
    }));
  // An earlier start may have been killed before it added every currency. Existing currencies are not changed.
  const configured = await backOffice.get<{ code: string }[]>(`tenants/${SLUG}/currencies?limit=100`);
  for (const currency of CURRENCIES) {
    if (configured.some(({ code }) => code === currency.code)) continue;
    await backOffice.post(`tenants/${SLUG}/currencies`, { ...currency, reason: 'the demo' });
  }
  return tenant;
}

async function setUp(backOffice: BackOfficeClient, agreed: Approval): Promise<void> {
  // With several currencies, amounts are unknown to the default rules until there is a reference currency.
  const { version } = await backOffice.get<{ version: number }>(`tenants/${SLUG}/settings`);
  if (version === 0) await agreed(() => backOffice.patch(`tenants/${SLUG}/settings`, REFERENCE));
}

/** Once the demo has its staff, important changes need two of them. */
async function demandFourEyes(backOffice: BackOfficeClient): Promise<void> {
  const path = `tenants/${SLUG}/four-eyes`;
  const { version, policy } = await backOffice.get<CurrentFourEyes>(path);
  if (version > 0 || policy.settings) return;
  await backOffice.patch(path, { policy: DEFAULT_POLICY, reason: 'the demo has its staff' });
}

function newKey(backOffice: BackOfficeClient): Promise<{ api_key: string }> {
  const body = { scopes: ['read', 'write'], label: 'demo', reason: 'the key of the demo' };
  return backOffice.post(`tenants/${SLUG}/api-keys`, body);
}

async function keyWorks(baseUrl: string, key: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/tenants/${SLUG}/currencies`, { headers: { authorization: `Bearer ${key}` } });
  return answer.status === 200;
}
