import { createHash } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { canonicalJson } from '@probity/platform/canonical-json';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database';
import { ANY } from '../../testing/any-transaction';
import { TestPipeline } from '../../testing/test-pipeline';

describe('the limit evidence_bytes of a tenant', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());

  /** The evidence of the alerts that ten rules raise for the same event. */
  async function evidenceWith(limit: number | undefined): Promise<object[]> {
    const pipeline = new TestPipeline(database, test.owner);
    if (limit !== undefined) {
      await test.owner.query(
        "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
        [pipeline.tenantId, pipeline.tenantId],
      );
      await test.owner.query('INSERT INTO back_office.tenant_limits VALUES ($1, 1, $2, now())', [
        pipeline.tenantId,
        JSON.stringify({ evidence_bytes: limit }),
      ]);
    }
    pipeline.setRules(Array.from({ length: 10 }, () => ANY));
    await pipeline.customer(['acc']);
    await pipeline.ingest({ account_ref: 'acc' });
    await pipeline.drain();
    return pipeline.reported[0]!.alerts.map(({ evidence }) => evidence as object);
  }

  it('beyond it, the hash of the evidence takes its place', async () => {
    const [whole] = await evidenceWith(undefined);
    const size = Buffer.byteLength(canonicalJson(whole!));
    const fitting = Math.floor(4_096 / size);
    const limited = await evidenceWith(4_096);
    expect(limited).toHaveLength(10);
    expect(fitting).toBeGreaterThan(0);
    limited.forEach((evidence, n) => {
      if (n < fitting) expect(Object.keys(evidence).sort()).toEqual(Object.keys(whole!).sort());
      else
        expect(evidence).toEqual({
          rule_id: expect.any(String),
          rule_version: 1,
          evidence_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        });
    });
  });

  it('beyond it, the hash is of the rule and the evidence, as the reference says', async () => {
    const limited = await evidenceWith(4_096);
    const [whole, last] = [limited[0]!, limited.at(-1) as { rule_id: string; evidence_sha256: string }];
    const evidence = { ...whole, rule_id: last.rule_id }; // all rules have the same definition
    expect(createHash('sha256').update(canonicalJson(evidence)).digest('hex')).toBe(last.evidence_sha256);
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(['rule_id', 'rule_version', 'definition', 'branches']));
  });

  it('without it, the default applies to all rules together', async () => {
    const all = await evidenceWith(undefined);
    expect(all).toHaveLength(10);
    for (const evidence of all) expect(evidence).toHaveProperty('branches');
  });
});
