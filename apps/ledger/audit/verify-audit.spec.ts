import { lastValueFrom } from 'rxjs';
import { NIL } from 'uuid';
import { verifyLedgerAudit } from '@probity/contracts/audit/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';

let service: LedgerFixture;
beforeAll(async () => {
  service = await startLedgerFixture();
});
afterAll(() => service?.stop());

it('finds a ledger of the read side that has no events, also one with the id of zeros', async () => {
  const { commands, tenantId } = service;
  const verify = () => lastValueFrom(commands.progress(verifyLedgerAudit, { tenant_id: tenantId }));
  const ledger = await service.createLedger();
  expect(await verify()).toMatchObject({ broken: 0, done: true });
  await service.database.owner.query(
    `INSERT INTO ledger.ledgers
     SELECT (jsonb_populate_record(l, jsonb_build_object('id', $2::text))).* FROM ledger.ledgers l WHERE id = $1`,
    [ledger, NIL],
  );
  expect(await verify()).toMatchObject({ broken: 1, first: { kind: 'broken', stream: ledgerStream(NIL) } });
});
