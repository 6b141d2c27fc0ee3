import { Scene } from '../scene';
import { missedChanges } from './missed-changes';
import { TABLE_CHANGES } from './table-changes';
import { tablesOf } from './tables';

jest.setTimeout(120_000);

const NO_EVENT = 'a key is opened by its id and compared with its event: one that no event has signs nothing';
const NO_LEDGER = 'nothing reads the row of a ledger that does not exist';
const MISSING_NODES = 'nodes that are missing are computed again';

/** Tables of the schema whose rows say nothing about ledgers. */
const LEFT_OUT: Record<string, string> = {
  'ledger.audit_events': 'audit-tables.long.spec.ts changes it',
  'ledger.explained_audit': 'a comparison of the audit trail empties it before it begins',
  'ledger.idempotency_records': 'responses for 24 hours; a posting is not repeated because its key is in the ledger',
  'ledger.master_key_check': 'the next start of the service compares it with the master key',
  'ledger.projected_up_to': 'it says nothing about a ledger: each change of one compares its row with its events',
};

interface Harmless {
  missed: string[];
  /** of these, the changes that a rebuild does not undo either */
  stayed: string[];
  why: string;
}

/** Changes that no verification of the ledger reports. */
const HARMLESS: Record<string, Harmless> = {
  'ledger.account_codes insertion': stays(
    ['a copy with another tenant_id, account_id', 'a copy with another code, account_id'],
    'it reserves a code, as an opening that was not completed does',
  ),
  'ledger.account_codes transplant': stays(
    ['a row of another'],
    'the other ledger lacks it, and its verification fails',
  ),
  'ledger.entries insertion': {
    missed: ['a copy with another transaction_id'],
    stayed: [],
    why: 'entries are read by their transactions: one without is in no response',
  },
  'ledger.signing_keys edit': stays(['revision'], 'it says up to which event the row is compared: all of them agree'),
  'ledger.signing_keys insertion': stays(['a copy with another id, position'], NO_EVENT),
  'ledger.signing_keys transplant': stays(['a row of another'], NO_EVENT),
  'ledger.tree_nodes edit': stays(['ledger_id'], NO_LEDGER),
  'ledger.tree_nodes insertion': stays(['a copy with another ledger_id'], NO_LEDGER),
  'ledger.tree_nodes deletion': { missed: ['a row', 'another row'], stayed: [], why: MISSING_NODES },
  'ledger.tree_nodes wipe': { missed: ['our rows', 'all rows'], stayed: [], why: MISSING_NODES },
};

/** A ledger has one such row. */
const TOO_FEW = ['ledger.ledgers swap', 'ledger.signing_keys swap'];

function stays(missed: string[], why: string): Harmless {
  return { missed, stayed: missed, why };
}

describe('a person who changes the tables of ledgers', () => {
  let scene: Scene;
  let known: string[];
  let big: { ours: string; theirs: string };

  beforeAll(async () => {
    scene = await Scene.set();
    big = { ours: await scene.bigLedger(512), theirs: await scene.bigLedger(256) };
    known = [scene.ledger.id, scene.ledger.other.id, big.ours, big.theirs];
    await scene.keep();
  });
  afterAll(() => scene?.stop());

  const bookOf = (table: string) =>
    table === 'ledger.tree_nodes' ? big : { ours: scene.ledger.id, theirs: scene.ledger.other.id };

  function rowsOf(table: string) {
    const { ours, theirs } = bookOf(table);
    const of = (id: string): string => {
      if (table === 'ledger.ledgers') return `id = '${id}'`;
      if (table !== 'ledger.entries') return `ledger_id = '${id}'`;
      return `transaction_id IN (SELECT id FROM ledger.transactions WHERE ledger_id = '${id}')`;
    };
    return { ours: of(ours), theirs: of(theirs) };
  }

  /** Verifies the ledger, what the read side lists besides, and the postings. */
  async function noticed(table: string): Promise<unknown> {
    const { rows } = await scene.product.database.owner.query<{ id: string }>('SELECT id FROM ledger.ledgers');
    const added = rows.map(({ id }) => id).filter((id) => !known.includes(id));
    try {
      for (const id of [bookOf(table).ours, ...added]) {
        const { verified, broken } = await scene.walk([], id);
        if (!verified) return broken;
      }
    } catch (error) {
      if (!/ledger .* was not found/.test((error as Error).message)) throw error;
      return error;
    }
    for (const position of scene.ledger.postings.keys()) {
      const { body } = await scene.verify(position + 1);
      if (!body.data?.verified) return body;
    }
    return undefined;
  }

  const TABLES = ['ledgers', 'accounts', 'transactions', 'entries', 'account_codes', 'signing_keys', 'tree_nodes'].map(
    (name) => `ledger.${name}`,
  );

  it('covers every table of the schema', async () => {
    const all = await tablesOf(scene.product.database.owner, 'ledger');
    expect(all).toEqual([...TABLES, ...Object.keys(LEFT_OUT)].sort());
  });

  describe.each(TABLES)('%s', (table) => {
    it.each(Object.keys(TABLE_CHANGES))('%s is noticed', async (operation) => {
      const { owner } = scene.product.database;
      const rows = rowsOf(table);
      const { missed, stayed, tried } = await missedChanges(operation, {
        ...{ owner, table, rows },
        noticed: () => noticed(table),
        restore: () => scene.rebuild(),
      });
      const { why: _, ...harmless } = HARMLESS[`${table} ${operation}`] ?? stays([], 'every change is noticed');
      expect({ missed, stayed }).toEqual(harmless);
      if (!TOO_FEW.includes(`${table} ${operation}`)) expect(tried).toBeGreaterThan(0);
    });
  });
});
