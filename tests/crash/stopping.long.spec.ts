import { Audit } from './audit';
import { Installation } from './installation';
import { prepareLedgers } from './load-ledger';
import { PostingLoad } from './posting-load';
import { Random } from './random';

/** The limit for "within seconds", on a machine that is busy with other tests. */
const STOPPED_WITHIN_MS = 8_000;
/** Three starts, and three verifications of every posting. */
const TIMEOUT_MS = 240_000;

describe('SIGTERM under posting load', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.create();
  });

  afterAll(() => installation.remove());

  it(
    'exits with 0 within seconds, responds to every posting that it made and loses none',
    async () => {
      const audit = new Audit(await prepareLedgers(installation.client, 2));
      const ledgers = audit.records.map((record) => record.ledger);
      for (let round = 1; round <= 3; round++) {
        const load = new PostingLoad(installation.client, ledgers, new Random(round), `stop-${round}`, 16);
        await load.acknowledges(150);

        const askedAt = performance.now();
        const code = await installation.product.stop();
        const took = performance.now() - askedAt;
        const sent = await load.stop();
        await installation.start();
        const { findings, lost, duplicated, unknownDone } = await audit.check(installation.client, sent);

        expect(code).toBe(0);
        expect(took).toBeLessThan(STOPPED_WITHIN_MS);
        expect(findings.slice(0, 10)).toEqual([]);
        expect({ lost, duplicated, unanswered: unknownDone }).toEqual({ lost: 0, duplicated: 0, unanswered: 0 });
      }
    },
    TIMEOUT_MS,
  );
});
