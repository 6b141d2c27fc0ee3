import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../../testing/test-postgres';

const TOOL = resolve(__dirname, '..', '..', 'tools', 'publish-contracts.mjs');
const FACTS = 'v1/ledger.ledger.event.v1.json';

describe('publishing the contracts', () => {
  let published: string;
  let folder: string;
  beforeAll(async () => {
    published = temporaryFolder('probity-contracts-');
    expect((await publish(published)).code).toBe(0);
  }, 120_000);
  afterAll(() => rmSync(published, { recursive: true, force: true }));
  beforeEach(() => {
    folder = temporaryFolder('probity-contracts-');
    cpSync(published, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function publish(to = folder): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((done) => {
      execFile(process.execPath, [TOOL, to], (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  }

  const read = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
    );

  /** Changes the published contract of ledgers, so that it differs from the code. */
  function change(apply: (payload: any) => void): void {
    const facts = JSON.parse(read()[FACTS]!);
    apply(facts.messages['ledger.TransactionPosted'].payload);
    writeFileSync(join(folder, FACTS), JSON.stringify(facts));
  }

  it('writes one file per topic, and lists the new ones', async () => {
    const before = read();
    rmSync(join(folder, FACTS));
    const { stdout } = await publish();
    expect(stdout).toContain(`added ${FACTS}\n`);
    expect(read()).toEqual(before);
  });

  it('writes additions, and writes nothing if nothing changed', async () => {
    const before = read();
    change((payload) => delete payload.properties.signature);
    expect((await publish()).stdout).toContain(`changed ${FACTS}\n`);
    expect(read()).toEqual(before);
    expect((await publish()).stdout).not.toMatch(/changed|added/);
  });

  it('rejects a breaking change, says why, and writes nothing', async () => {
    change((payload) => (payload.properties.note = { type: 'string' }));
    rmSync(join(folder, 'v1', 'back-office.tenant.event.v1.json'));
    const before = read();
    const { code, stderr } = await publish();
    expect(code).toBe(1);
    expect(stderr).toContain('  - ledger.ledger.event.v1 ledger.TransactionPosted payload.note: removed\n');
    expect(stderr).toContain('a new topic that ends in v2');
    expect(read()).toEqual(before);
  });
});
