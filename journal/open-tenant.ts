import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../testing/api';
import type { Demo } from '../testing/standalone-process';
import { listAll } from './api-calls';
import type { BookLedger } from './book';
import { type Currency, currencyCodes, currencyName } from './currency-code';

/** The tenant's API, and the currency of each commodity. */
export interface OpenTenant {
  api: Api;
  slug: string;
  currencies: Map<string, Currency>;
}

/**
 * Creates the tenant and its missing currencies, and an API key for `work`. Revokes the key afterwards.
 *
 * @throws Error if an existing currency of the tenant has too few decimals for the journal
 */
export async function withTenant<Result>(
  instance: Demo,
  slug: string,
  ledgers: BookLedger[],
  work: (tenant: OpenTenant) => Promise<Result>,
): Promise<Result> {
  const backOffice = new BackOfficeClient(instance.back_office_url, instance.operator_token);
  if (!(await backOffice.find(`tenants/${slug}`))) {
    await backOffice.post('tenants', { slug, name: slug, four_eyes: false, reason: 'the journal' });
  }

  const keyBody = { scopes: ['read', 'write'], label: 'journal', reason: 'to post a journal' };
  const key = await backOffice.post<{ id: string; api_key: string }>(`tenants/${slug}/api-keys`, keyBody);
  try {
    const api = new Api(instance.base_url, key.api_key);
    return await work({ api, slug, currencies: await configureCurrencies(backOffice, api, slug, ledgers) });
  } finally {
    await backOffice.delete(`tenants/${slug}/api-keys/${key.id}?reason=the+journal+is+posted`);
  }
}

async function configureCurrencies(
  backOffice: BackOfficeClient,
  api: Api,
  slug: string,
  ledgers: BookLedger[],
): Promise<Map<string, Currency>> {
  const configured = await listAll<Currency>(api, `/tenants/${slug}/currencies`);
  const commodities = ledgers.map(({ commodity }) => commodity);
  const codes = currencyCodes(commodities, configured);
  const currencies = new Map<string, Currency>();
  for (const { commodity, decimals } of ledgers) {
    const code = codes.get(commodity)!;
    const existing = configured.find((currency) => currency.code === code);
    if (existing && existing.minor_unit_decimals < decimals) {
      throw new Error(
        `${code} has ${existing.minor_unit_decimals} decimals in tenant ${slug} and the journal needs ${decimals}: ` +
          'amounts are never rounded, so choose another --tenant',
      );
    }
    const body = { code, name: currencyName(commodity), minor_unit_decimals: decimals, reason: 'the journal' };
    currencies.set(commodity, existing ?? (await backOffice.post<Currency>(`tenants/${slug}/currencies`, body)));
  }
  return currencies;
}
