import { rmSync } from 'node:fs';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
import { dataOf } from '../interface/answers';
import { freshEmail, listedPerson, newCustomer } from '../interface/customers';
import { done, newTenant, type Tenant } from '../interface/tenants';
import { inParallel } from './in-parallel';
import { otherScorer } from './other-scorer';
import { until } from './until';

/** Found by both scorers, and by the newer one only. */
const FOUND = 8;
const MISSED = 200;
const NAME = 'Quilliam Marrowbone';
const ALIKE = 'Quiliam Marrowbonne';
const NEWER = SCORER_VERSION + 1;

describe('the first start with a new scorer', () => {
  let database: TestDatabase;
  let folder: string;
  let product: StandaloneProcess;
  let tenant: Tenant;
  const customers: { name: string; id: string }[] = [];

  const startWith = async (version: number, least?: number): Promise<void> => {
    product = await StandaloneProcess.start(folder, {
      DATABASE_URL: database.url,
      ...otherScorer(folder, version, least),
    });
  };
  const office = () => new Api(product.demo.back_office_url, product.demo.operator_token);
  const read = async (below: string): Promise<any> => dataOf<any>(await office().get(tenant.path(below)));
  const newest = async () => (await read('/rescreenings'))[0];
  const alertsOf = async (id: string): Promise<any[]> => read(`/alerts?customer_id=${id}&limit=100`);
  const eventsOf = async (id: string): Promise<string[]> => {
    const text = 'SELECT type FROM event_store.events WHERE stream = $1 ORDER BY revision';
    const { rows } = await database.owner.query<{ type: string }>(text, [`rescreening-${id}`]);
    return rows.map(({ type }) => type);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = temporaryFolder('probity-new-scorer-');
    await startWith(SCORER_VERSION, 0.99);
    const { base_url, back_office_url, operator_token } = product.demo;
    tenant = await newTenant({
      baseUrl: base_url,
      backOfficeUrl: back_office_url,
      backOffice: office(),
      operatorToken: operator_token,
    });
    await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson(NAME));
    const names = [...Array<string>(FOUND).fill(NAME), ...Array<string>(MISSED).fill(ALIKE)];
    await inParallel(names, 8, async (full_name) => {
      const { id } = await newCustomer(tenant, { full_name, email: freshEmail() });
      customers.push({ name: full_name, id });
    });
  }, 600_000);
  afterAll(async () => {
    await product?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('screens all customers once, through a SIGKILL, and raises only what is new', async () => {
    const [decided, open] = customers.filter(({ name }) => name === NAME).map(({ id }) => id) as [string, string];
    const [dismissed] = await alertsOf(decided);
    dataOf(await office().post(tenant.path(`/alerts/${dismissed.id}/dismiss`), { reason: 'another person' }));
    const before = await alertsOf(open);
    expect(before).toMatchObject([{ status: 'open' }]);
    expect(await read('/rescreenings')).toEqual([]);
    await product.stop();

    await startWith(NEWER);
    await until('a part is screened', async () => (await newest())?.screened > 0);
    expect(await newest()).toMatchObject({ status: 'running', scorer_version: NEWER, total: FOUND + MISSED });
    await product.kill();

    await startWith(NEWER);
    await until('it is completed', async () => (await newest()).status === 'completed', 120_000);
    const { id, screened } = await newest();
    expect(screened).toBe(FOUND + MISSED);
    expect(await eventsOf(id)).toEqual(['ScorerRescreeningStarted', 'ScorerRescreeningEnded']);
    expect(await alertsOf(decided)).toMatchObject([{ id: dismissed.id, status: 'dismissed' }]);
    expect(await alertsOf(open)).toEqual(before);
    const raised = await Promise.all(
      customers.filter(({ name }) => name === ALIKE).map(async (one) => (await alertsOf(one.id)).length),
    );
    expect(raised).toEqual(raised.map(() => 1));
  }, 600_000);

  it('names the scorer in the evidence, and says so when another one computes it again', async () => {
    const versionOf = async (name: string) => {
      const [alert] = await alertsOf(customers.find((one) => one.name === name)!.id);
      const { evidence } = await read(`/alerts/${alert.id}`);
      const { differences } = await read(`/alerts/${alert.id}/recomputation`);
      return [evidence.scorer_version, differences];
    };
    expect(await versionOf(ALIKE)).toEqual([NEWER, []]);
    expect(await versionOf(NAME)).toEqual([
      SCORER_VERSION,
      [
        `version ${SCORER_VERSION} of the scorer raised it; it was computed again with version ${NEWER}, ` +
          'which gives the same score for the same data',
      ],
    ]);
  });

  it('is not undone by a start with the earlier scorer', async () => {
    const before = await read('/rescreenings');
    await product.stop();
    await startWith(SCORER_VERSION, 0.99);
    const mine = await done<{ id: string }>(office(), tenant.path('/rescreenings'), { reason: 'by hand' });
    await until('the one of staff is completed', async () => (await newest()).status === 'completed');
    expect(await read('/rescreenings')).toMatchObject([{ id: mine.id, scorer_version: null }, ...before]);
  }, 600_000);
});
