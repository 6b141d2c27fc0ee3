import { rmSync } from 'node:fs';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';

/** Two starts of the product. */
const TIMEOUT_MS = 180_000;

describe('the last use of an API key', () => {
  const folder = temporaryFolder('probity-key-uses-');
  let product: StandaloneProcess | undefined;
  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'is there after a graceful stop within its minute',
    async () => {
      product = await StandaloneProcess.start(folder);
      const { base_url, api_key, operator_token, tenant_slug } = product.demo;
      const { status } = await new Api(base_url, api_key).get(`/tenants/${tenant_slug}/ledgers`);
      expect(status).toBe(200);
      expect(await product.stop()).toBe(0);

      product = await StandaloneProcess.start(folder);
      const office = new Api(product.demo.back_office_url, operator_token);
      const [key] = (await office.get(`/tenants/${tenant_slug}/api-keys`)).body.data;
      expect(api_key).toContain(key.id);
      expect(key.last_used_at).toMatch(/^\d{4}-\d{2}-\d{2}T/);
      expect(key.last_used_from).toMatch(/127\.0\.0\.1$/);
    },
    TIMEOUT_MS,
  );
});
