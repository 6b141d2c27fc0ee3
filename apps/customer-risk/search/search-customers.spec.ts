import { requestErasure } from '@probity/contracts/erasure/commands';
import { CustomerSearch } from '@probity/read-side/search/customer-search';
import { pino } from 'pino';
import { type CustomerRiskFixture, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert } from '../testing/examples';
import { SearchTerms } from './search-terms';

let service: CustomerRiskFixture;
let search: CustomerSearch;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
  search = new CustomerSearch(service.database.owner);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.owner.query('UPDATE customer_risk.customers SET tenant_id = gen_random_uuid()');
  await service.database.owner.query('UPDATE customer_risk.search_terms SET tenant_id = gen_random_uuid()');
});

const PAGE = { limit: 10, offset: 0 };
const find = async (text: string, page = PAGE) =>
  (await search.find(service.tenantId, text, page)).map(({ full_name }) => full_name);

describe('a search for customers', () => {
  it.each([
    ['whole words', 'Ana María Núñez'],
    ['another order', 'nunez ana'],
    ['no accents, another case', 'MARIA'],
    ['beginnings of words', 'nu an'],
    ['the last word while it is typed', 'ana m'],
  ])('finds a name by %s', async (_by, text) => {
    await service.create({ full_name: 'Ana María Núñez' });
    await service.create({ full_name: 'Bo Larsen' });
    expect(await find(text)).toEqual(['Ana María Núñez']);
  });

  it('needs every word, and reads no word from its middle', async () => {
    await service.create({ full_name: 'Ana Núñez' });
    expect(await find('ana larsen')).toEqual([]);
    expect(await find('unez')).toEqual([]);
    expect(await find('!!!')).toEqual([]);
  });

  it('finds an email, an external id and an account reference by their beginning, and an id', async () => {
    const full_name = 'Ana Núñez';
    const about = { email: 'Ana.N@Bank.example', external_id: 'CRM-0017', account_refs: ['DE89 3704 0044'] };
    const { id } = await service.create({ full_name, ...about });
    for (const text of ['ana.n@bank', 'crm-00', 'DE893704', 'de89 3704', id, id.toUpperCase()]) {
      expect([text, await find(text)]).toEqual([text, [full_name]]);
    }
  });

  it('finds the customer of an alert by its id, and says how much work waits', async () => {
    const { id } = await service.create({ full_name: 'Ana Núñez' });
    const [alertId] = await service.raise(id, aMonitoringAlert(), aMonitoringAlert());
    const [found] = await search.find(service.tenantId, alertId!, PAGE);
    expect(found).toMatchObject({ id, active_alerts: 2, open_cases: 0, risk_rating: expect.any(String) });
  });

  it('shows whole words first, in pages', async () => {
    for (const full_name of ['Anabel Smith', 'Ana Smith', 'Anabela Smith']) await service.create({ full_name });
    expect(await find('ana')).toEqual(['Ana Smith', 'Anabel Smith', 'Anabela Smith']);
    expect(await find('smith ana', { limit: 1, offset: 1 })).toHaveLength(1);
  });

  it('does not cross tenants, and leaves out customers whose erasure was requested', async () => {
    const { id } = await service.create({ full_name: 'Ana Núñez' });
    expect(await search.find('0190b6b0-0000-7000-8000-00000000000b', 'ana', PAGE)).toEqual([]);
    await service.commands.send(requestErasure, {
      tenant_id: service.tenantId,
      customer_id: id,
      relationship_ended_on: '2020-01-01',
      reason: 'asked for it',
      officer: 'j.smith',
    });
    expect(await find('ana')).toEqual([]);
    expect(await find(id)).toEqual([]);
  });

  it('follows a change of the name and the account references', async () => {
    const { id } = await service.create({ full_name: 'Ana Núñez', account_refs: ['old-1'] });
    await service.report(id, { changes: { full_name: 'Ana Larsen', account_refs: ['new-1'] } });
    expect(await find('nunez')).toEqual([]);
    expect(await find('old-1')).toEqual([]);
    expect(await find('larsen ana')).toEqual(['Ana Larsen']);
    expect(await find('new-1')).toEqual(['Ana Larsen']);
  });

  it('finds customers of earlier versions after the start', async () => {
    await service.create({ full_name: 'Ana Núñez' });
    await service.database.owner.query('DELETE FROM customer_risk.search_terms');
    await service.database.owner.query('UPDATE customer_risk.customers SET search_version = 0');
    expect(await find('ana')).toEqual([]);
    const terms = new SearchTerms(service.database.owner, pino({ level: 'silent' }));
    terms.start();
    await terms.complete();
    expect(await find('ana')).toEqual(['Ana Núñez']);
  });
});
