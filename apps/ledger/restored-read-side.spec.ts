import { pino } from 'pino';
import { RestoredReadSide } from '@probity/event-store/restored-read-side';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { type LedgerFixture, startLedgerFixture } from '../../testing/ledger-fixture';
import { PROJECTIONS } from './projections';

let service: LedgerFixture;
beforeAll(async () => {
  service = await startLedgerFixture();
});
afterAll(() => service.stop());

describe('a start that projects the last events', () => {
  it('goes on, however many streams cannot be projected', async () => {
    const { owner } = service.database;
    const ledgers = [await service.createLedger(), await service.createLedger(), await service.createLedger()];
    await owner.transaction(async (sql) => {
      await sql.query("SET LOCAL session_replication_role = 'replica'");
      await sql.query("UPDATE ledger.signing_keys SET sealed = sealed || '\\x00' WHERE ledger_id <> $1", [ledgers[2]]);
      await sql.query('DELETE FROM ledger.signing_keys WHERE ledger_id = $1', [ledgers[2]]);
      await sql.query('DELETE FROM ledger.projected_up_to');
      await sql.query("INSERT INTO ledger.projected_up_to (follower, checkpoint) VALUES ('projection-ledger', '0:0')");
    });
    const database = await service.database.as(ROLES.ledger);
    const parts = { store: service.events, database, logger: pino({ level: 'silent' }), metrics: new Metrics() };
    const restored = new RestoredReadSide('ledger', PROJECTIONS, parts);
    await restored.catchUp();
    await restored.stop();
    const { rows } = await owner.query('SELECT FROM ledger.signing_keys WHERE ledger_id = $1', [ledgers[2]]);
    expect(rows).toHaveLength(1);
  }, 30_000);
});
