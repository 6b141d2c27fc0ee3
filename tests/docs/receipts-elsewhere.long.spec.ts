import { execFile, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Receipt } from '@probity/ledger-verification/receipt';
import { dataOf } from '../interface/answers';
import { inParallel, newLedger, openAccount, type Posted } from '../interface/books';
import { onProfile } from '../interface/product';
import { headOf } from '../interface/signed-heads';
import { newTenant, setLimits, type Tenant } from '../interface/tenants';
import { programsOfGuide } from './programs-of-guide';
import { ACCOUNTS, type OpenLedger, randomPostings } from './random-postings';
import { TAMPERINGS } from './tampered-receipts';

const POSTINGS = 1_000;
/** of which the receipt is wanted with the posting */
const AT_ONCE = 50;
/** receipts that each kind of tampering changes */
const TAMPERED = 40;
const CLIENTS = 8;
const CURRENCIES = 'USD EUR JPY BHD CLF GBP CHF PLN INR CNY BRL NGN KWD XAU'.split(' ');
const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const TIMEOUT_MS = 300_000;

const hasPython = spawnSync('python3', ['--version']).status === 0;
const run = promisify(execFile);

/** Skipped without python3. The verifier gets nothing but responses of the API. */
(hasPython ? describe : describe.skip)(`1,000 random postings (SEED=${SEED})`, () => {
  onProfile('embedded', (product) => {
    const folder = mkdtempSync(join(tmpdir(), 'receipts-elsewhere-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const [verifier, downloader] = [join(folder, 'verify.py'), join(folder, 'download.py')];
    let tenant: Tenant;
    let key: string;
    let ledgers: OpenLedger[];
    let posted: { body: object; answer: Posted }[];
    const responses: string[] = [];

    /** Returns a line for each file. */
    async function verify(kind: 'bundle' | 'receipt', files: string[], trusted = key): Promise<string[]> {
      const options = { maxBuffer: 64 * 1024 * 1024 };
      const verified = run('python3', [verifier, trusted, kind, ...files], options);
      const { stdout } = await verified.catch((error: unknown) => error as { stdout: string });
      return stdout.trimEnd().split('\n');
    }

    function written(name: string, contents: string[]): string[] {
      mkdirSync(join(folder, name));
      return contents.map((content, n) => {
        writeFileSync(join(folder, name, `${n}.json`), content);
        return join(folder, name, `${n}.json`);
      });
    }

    async function newBooks(): Promise<OpenLedger[]> {
      return inParallel(
        CLIENTS,
        CURRENCIES.map((currency) => async () => {
          const id = await newLedger(tenant, currency);
          const types = Array.from({ length: ACCOUNTS }, (_, n) => ['asset', 'liability', 'expense'][n % 3]!);
          return {
            id,
            currency,
            accounts: await inParallel(
              1,
              types.map((type) => () => openAccount(tenant, id, type)),
            ),
          };
        }),
      );
    }

    beforeAll(async () => {
      const { download, verify } = programsOfGuide();
      writeFileSync(verifier, verify);
      writeFileSync(downloader, download);
      const currencies = CURRENCIES.map((code) => ({ code, name: code, minor_unit_decimals: 2 }));
      tenant = await newTenant(product(), currencies);
      ledgers = await newBooks();
      const bodies = randomPostings(ledgers, POSTINGS, SEED);
      posted = await inParallel(
        CLIENTS,
        bodies.map((body) => async () => {
          const answer = dataOf<Posted>(await tenant.api.post(tenant.path('/postings'), body), 201);
          return { body, answer };
        }),
      );
      key = (await headOf(tenant, '/checkpoint', 1)).keys[0]!;
    }, TIMEOUT_MS);

    it(
      'have receipts that the verifier of the guide proves, and that have what was posted',
      async () => {
        const read = posted.map(({ answer }) => async () => {
          const path = tenant.path(`/postings/${answer.transaction.id}/receipt`);
          const response = await fetch(`${product().baseUrl}${path}`, { headers: tenant.api.authorization });
          expect(response.status).toBe(200);
          return response.text();
        });
        responses.push(...(await inParallel(CLIENTS, read)));
        for (const [n, response] of responses.entries()) {
          const { payload } = (JSON.parse(response) as { data: Receipt }).data;
          expect(payload).toEqual({ ...JSON.parse(JSON.stringify(posted[n]!.body)), nonce: expect.any(String) });
        }
        const places = posted.map(
          ({ answer: { transaction: of } }) => `proven: position ${of.hash_chain_position} of ledger ${of.ledger_id}`,
        );
        expect(await verify('receipt', written('receipts', responses))).toEqual(places);
      },
      TIMEOUT_MS,
    );

    it(
      'have receipts that come with the posting',
      async () => {
        const bodies = randomPostings(ledgers, AT_ONCE, SEED + 1);
        const read = bodies.map((body) => async () => {
          const path = tenant.path('/postings?include=receipt');
          const { receipt } = dataOf<{ receipt: Receipt | null }>(await tenant.api.post(path, body), 201);
          expect(receipt).not.toBeNull();
          return JSON.stringify(receipt);
        });
        const lines = await verify('receipt', written('at-once', await inParallel(CLIENTS, read)));
        expect(lines.filter((line) => line.startsWith('proven: '))).toHaveLength(AT_ONCE);
      },
      TIMEOUT_MS,
    );

    it.each(TAMPERINGS)(
      'have receipts that it rejects: changed %s',
      async (name, change) => {
        const receipts = responses.map((response) => (JSON.parse(response) as { data: Receipt }).data);
        const changed = receipts.flatMap((receipt) => {
          const elsewhere = receipts.find(({ leaf }) => leaf.ledger_id !== receipt.leaf.ledger_id)!;
          const tampered = change(structuredClone(receipt), elsewhere);
          return tampered ? [JSON.stringify(tampered)] : [];
        });
        expect(changed.length).toBeGreaterThanOrEqual(TAMPERED);
        const files = written(name.replaceAll(' ', '-'), changed.slice(0, TAMPERED));
        expect(await verify('receipt', files)).toEqual(
          files.map((file) => expect.stringMatching(new RegExp(`^WRONG: ${file}: ValueError`))),
        );
      },
      TIMEOUT_MS,
    );

    it('have receipts that it rejects with the key of another tenant', async () => {
      const other = await newTenant(product());
      await newLedger(other);
      const { keys } = await headOf(other, '/checkpoint', 1);
      const [line] = await verify('receipt', [join(folder, 'receipts', '0.json')], keys[0]);
      expect(line).toMatch(/^WRONG: .*no key that you gave has signed/);
    });

    it(
      'are in bundles that the programs of the guide read and prove',
      async () => {
        const env = { ...process.env, PROBITY_API_KEY: tenant.key };
        const own = ({ id }: OpenLedger): number =>
          posted.filter(({ answer }) => answer.transaction.ledger_id === id).length;
        const sizes = new Map<string, number>();
        for (const ledger of ledgers) {
          const { tree_size } = await headOf(tenant, `/ledgers/${ledger.id}/checkpoint`, own(ledger));
          sizes.set(ledger.id, tree_size);
        }
        await setLimits(product(), tenant, { requests_per_second: 40, request_burst: 40 }); // so the next page must wait
        for (const [id, size] of sizes) {
          const file = join(folder, `${id}.jsonl`);
          await run('python3', [downloader, `${product().baseUrl}/tenants/${tenant.slug}`, id, file], { env });
          const [line] = await verify('bundle', [file]);
          expect(line).toMatch(
            new RegExp(`^proven: ${size} of ${size} transactions of ledger ${id}, .* has events up to revision \\d+$`),
          );
          const changed = readFileSync(file, 'utf8').replace(/"debit":"(\d+)/, '"debit":"1$1');
          expect(await verify('bundle', written(`changed-${id}`, [changed]))).toEqual([
            expect.stringMatching(/^WRONG: .*the content hash is not that of the payload/),
          ]);
        }
      },
      TIMEOUT_MS,
    );
  });
});
