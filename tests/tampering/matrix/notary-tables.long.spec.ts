import { StoppedInstallation } from '../testing/stopped-installation';
import { missedChanges } from './missed-changes';
import { TABLE_CHANGES } from './table-changes';
import { tablesOf } from './tables';

jest.setTimeout(300_000);

/** Changes that are not noticed: nothing reads the row of a log that does not exist. */
const HARMLESS: Record<string, string[]> = { 'notary.logs insertion': ['a copy with another log, tenant_id'] };

describe('a person who changes the tables of the notary', () => {
  let installation: StoppedInstallation;
  beforeAll(async () => {
    installation = await StoppedInstallation.set('Postgres');
  });
  afterAll(() => installation?.stop());

  /**
   * A row in notary.stopped_logs makes the verification fail; without it, what stopped the log does. Streams that were set aside are found again at their next event. Copies are shown,
   * and compared with what is outside before each copy. A log is walked from its events, whatever the place says.
   */
  const LEFT_OUT = ['notary.copies', 'notary.projected_up_to', 'notary.stopped_logs', 'notary.stopped_streams'];
  const TABLES = ['notary.keys', 'notary.leaves', 'notary.ledger_checkpoints', 'notary.logs'];

  it('covers every table of the schema', async () => {
    const all = await tablesOf(installation.database.owner, 'notary');
    expect(all).toEqual([...TABLES, ...LEFT_OUT].sort());
  });

  describe.each(TABLES)('%s', (table) => {
    it.each(Object.keys(TABLE_CHANGES))('%s is noticed', async (operation) => {
      const { missed } = await missedChanges(operation, {
        owner: installation.database.owner,
        table,
        rows: { ours: `log = '${installation.tenant}'`, theirs: `log = '${installation.other}'` },
        noticed: () => installation.verify(undefined, installation.checkpoint),
      });
      expect(missed).toEqual(HARMLESS[`${table} ${operation}`] ?? []);
    });
  });
});
