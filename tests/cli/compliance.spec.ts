import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
import { CommandLine } from './command-line';

const UNKNOWN_ID = '0199d5a0-0000-7000-8000-000000000000';
const PATIENCE_MS = 30_000;
const OFFICER = ['--officer', 'j.smith'];

/** A list in the form of OFAC, with a company, a person and a vessel. */
const SDN = [
  '101,"AEROEXAMPLE AIRLINES","-0- ","CUBA","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- "',
  '102,"EXEMPLARIUS, Ana Maria","individual","SDGT","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","DOB 02 Jan 1970."',
  '103,"OCEAN EXAMPLE","vessel","IRAN","-0- ","-0- ","Crude Oil Tanker","-0- ","-0- ","Panama","-0- ","-0- "',
];
const ALT = ['101,201,"aka","AERO-EXAMPLE","-0- "'];

describe('compliance staff on the command line', () => {
  let home: string;
  let database: TestDatabase;
  let standalone: StandaloneProcess;
  let probity: CommandLine;

  beforeAll(async () => {
    home = temporaryFolder('probity-compliance-cli-');
    database = await createTestDatabase();
    standalone = await StandaloneProcess.start(join(home, '.probity'), { DATABASE_URL: database.url });
    probity = new CommandLine({ PROBITY_DATA_DIR: join(home, '.probity') });
  });
  afterAll(async () => {
    await standalone?.stop();
    await database?.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const written = (name: string, content: string): string => {
    writeFileSync(join(home, name), content);
    return join(home, name);
  };

  /** A tenant, and what its institution can do. */
  async function newTenant(slug: string) {
    const { id } = await probity.json('tenant', 'create', '--slug', slug, '--name', slug);
    const { api_key } = await probity.json('key', 'create', '--tenant', slug, '--scope', 'read', '--scope', 'write');
    const api = new Api(standalone.demo.base_url, api_key);
    const createCustomer = async (profile: object): Promise<any> => {
      const { status, body } = await api.post(`/tenants/${slug}/customers`, profile);
      expect({ status, body }).toMatchObject({ status: 201 });
      return body.data;
    };
    const pay = async (payload: object): Promise<string> => {
      const event = {
        tenant_id: id,
        event_type: 'transaction',
        payload: { currency: 'USD', direction: 'inbound', ...payload },
      };
      const { status, body } = await api.post('/events/webhook', event);
      expect({ status, body }).toMatchObject({ status: 202 });
      return body.event_id;
    };
    return { of: ['--tenant', slug], createCustomer, pay };
  }

  /** Asks again and again, because the pipeline works on its own. */
  async function eventually<Value>(ask: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await ask();
      if (isDone(value)) return value;
      if (Date.now() > giveUpAt) throw new Error(`it did not come to that: ${JSON.stringify(value)}`);
      await delay(50);
    }
  }

  /** OFAC's four files go together. */
  const EMPTY = ['add.csv', 'sdn_comments.csv'];

  describe('lists', () => {
    const files = (sdn: string[]): string[] => [
      written('sdn.csv', `${sdn.join('\r\n')}\r\n`),
      written('alt.csv', `${ALT.join('\r\n')}\r\n`),
      ...EMPTY.map((name) => written(name, '')),
    ];

    it('are imported once, whole, and by version', async () => {
      const list = ['--list', 'first-list', ...OFFICER];
      const first = await probity.json('watchlist', 'import', ...files(SDN), ...list);
      expect(first).toMatchObject({
        list: 'first-list',
        format: 'ofac-sdn',
        version: 1,
        entries: 3,
        added: 3,
        changed: 0,
        removed: 0,
        unchanged: 0,
        malformed: 0,
        absent_files: [],
      });

      for (let again = 0; again < 2; again++) {
        const same = await probity.json('watchlist', 'import', ...files(SDN), ...list);
        expect(same).toMatchObject({ version: 1, added: 0, changed: 0, removed: 0, unchanged: 3 });
      }

      const changed = [SDN[0]!.replace('CUBA', 'IRAN'), ...SDN.slice(1), SDN[1]!.replace('102', '104')];
      const next = await probity.json('watchlist', 'import', ...files(changed), ...list);
      expect(next).toMatchObject({ version: 2, added: 1, changed: 1, removed: 0, unchanged: 2, entries: 4 });

      const { items } = await probity.json('watchlist', 'lists');
      expect(items).toContainEqual(expect.objectContaining({ list: 'first-list', version: 2, entries: 4 }));
      expect(await probity.text('watchlist', 'lists')).toMatch(/^first-list +2 +4 +ofac-sdn +\S+Z$/m);
    });

    it('lose much only when that is meant', async () => {
      const list = ['--list', 'short-list', ...OFFICER];
      await probity.json('watchlist', 'import', ...files(SDN), ...list);
      const shorter = files(SDN.slice(0, 1));
      for (let again = 0; again < 2; again++) {
        const refused = await probity.refusal('watchlist', 'import', ...shorter, ...list);
        expect(refused).toEqual({
          code: 'too_many_removed',
          message: expect.stringMatching(/lacks 2 of the 3 entries/),
        });
      }
      const allowed = await probity.json('watchlist', 'import', ...shorter, ...list, '--allow-removal');
      expect(allowed).toMatchObject({ version: 2, entries: 1, removed: 2, unchanged: 1 });
    });

    it('say which lines were left out', async () => {
      const sdn = [...SDN, 'four,"no number","individual","X"'];
      const issues = join(home, 'issues.jsonl');
      const args = ['watchlist', 'import', ...files(sdn), '--list', 'faulty-list', '--issues', issues, ...OFFICER];
      const report = await probity.text(...args);
      expect(report).toMatch(/\n {2}malformed +1\n/);
      expect(report).toMatch(/\n {2}sdn\.csv +4 +\S/);
      const [line] = readFileSync(issues, 'utf8').trimEnd().split('\n');
      expect(JSON.parse(line!)).toMatchObject({ file: 'sdn.csv', line: 4, kind: 'malformed' });
    });

    it('are not taken for what they are not', async () => {
      const [file, ...others] = files(['a,b', '1,2']) as [string, ...string[]];
      const before = await probity.json('watchlist', 'lists');
      const refused = await probity.refusal('watchlist', 'import', file, ...others, '--list', 'odd-list', ...OFFICER);
      expect(refused).toEqual({ code: 'not_this_format', message: expect.stringContaining(file) });
      expect(await probity.json('watchlist', 'lists')).toEqual(before);
    });
  });

  it('decide on a customer who is on a list', async () => {
    const { of, createCustomer } = await newTenant('listed');
    const files = [
      written('sdn.csv', SDN.join('\n')),
      written('alt.csv', ALT.join('\n')),
      ...EMPTY.map((name) => written(name, '')),
    ];
    await probity.text('watchlist', 'import', ...files, '--list', 'listed-list', ...OFFICER);
    await probity.text(
      'settings',
      'set',
      ...of,
      written('lists.json', '{"screening": {"lists": ["listed-list"]}}'),
      '--reason',
      'r',
    );

    const matching = await eventually(
      async () => {
        const customer = await createCustomer({
          email: `ana-${Date.now()}@example.org`,
          customer_type: 'individual',
          full_name: 'Ana María Exemplarius',
          date_of_birth: '1970-01-02',
        });
        return probity.json('alerts', 'list', ...of, '--customer', customer.id);
      },
      ({ items }) => items.length > 0, // the list is in every memory a moment after its import
    );
    const [alert] = matching.items;
    expect(alert).toMatchObject({ alert_type: 'sanctions_match', status: 'open', trigger_ref: 'listed-list:102' });
    const customer = alert.customer_id as string;

    const shown = await probity.text('alerts', 'show', ...of, alert.id);
    expect(shown).toMatch(/\n {2}is like +Ana Maria EXEMPLARIUS\n| {2}is like +EXEMPLARIUS, Ana Maria\n/);
    expect(shown).toMatch(/\n {2}entry +102 of listed-list\n/);
    expect(shown).toContain('Features of the score:\n');

    const why = ['--reason', 'the same passport', ...OFFICER];
    expect(await probity.text('alerts', 'escalate', ...of, alert.id, ...why)).toMatch(/ is escalated by j\.smith\.\n$/);
    const opened = await probity.json(
      'cases',
      'open',
      ...of,
      '--customer',
      customer,
      '--title',
      'T',
      '--alert',
      alert.id,
      ...why,
    );
    await probity.text('cases', 'note', ...of, opened.id, '--note', 'asked for the passport', ...OFFICER);
    const view = await probity.json('customers', 'risk-view', ...of, customer);
    expect(view).toMatchObject({
      is_sanctioned: false,
      active_alerts: [{ id: alert.id }],
      open_cases: [{ id: opened.id }],
    });

    const resolved = await probity.json('alerts', 'resolve', ...of, alert.id, '--as', 'confirmed_match', ...why);
    expect(resolved).toMatchObject({
      status: 'resolved',
      decisions: [
        { decision: 'escalated', officer: 'j.smith' },
        { decision: 'resolved', resolution: 'confirmed_match', reason: 'the same passport' },
      ],
    });
    expect(await probity.refusal('alerts', 'dismiss', ...of, alert.id, ...why)).toMatchObject({
      message: expect.stringContaining('resolved by j.smith'),
    });
    expect(await probity.text('customers', 'risk-view', ...of, customer)).toMatch(
      /\n {2}rating +critical \(1000 of 1000\)\n {2}sanctioned +yes\n/,
    );
    const { items: history } = await probity.json('customers', 'history', ...of, customer);
    expect(history.at(-1)).toMatchObject({ rating_to: 'critical', trigger_type: 'alert_decision', score: 1000 });

    await probity.text('cases', 'close', ...of, opened.id, '--outcome', 'reported', ...why);
    expect(await probity.text('cases', 'show', ...of, opened.id)).toMatch(
      /\n {2}outcome +reported\n[^]*note by j\.smith: asked for the passport\n[^]*closed by j\.smith: the same passport\n$/,
    );

    expect((await probity.json('customers', 'set-kyc', ...of, customer, '--to', 'rejected', ...why)).kyc_status).toBe(
      'rejected',
    );
    const { items: trail } = await probity.json('audit', ...of, '--actor', 'staff:j.smith');
    const actions = trail.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => !action.startsWith('watchlist'))).toEqual([
      'risk.assessed',
      'kyc.rejected',
      'case.closed',
      'risk.rating_changed',
      'alert.resolved',
      'case.note_added',
      'case.opened',
      'alert.escalated',
    ]);
    const { items: ofAlert } = await probity.json('audit', ...of, '--subject', alert.id, '--action', 'alert.resolved');
    expect(ofAlert).toMatchObject([{ subject_type: 'alert', reason: 'the same passport', actor: 'staff:j.smith' }]);
  });

  it('see why a rule raised an alert, and what it would have done', async () => {
    const { of, createCustomer, pay } = await newTenant('structured');
    const { items: rules } = await probity.json('rules', 'list', ...of);
    const rule = rules.find(({ key }: { key: string }) => key === 'structuring');
    expect(rule).toMatchObject({ mode: 'active', version: 1 });

    const customer = await createCustomer({
      email: 's@example.org',
      customer_type: 'individual',
      account_refs: ['S-1'],
    });
    const events: string[] = [];
    for (let payment = 1; payment <= 3; payment++) {
      events.push(await pay({ transaction_id: `p-${payment}`, account_ref: 'S-1', amount: 9_500, method: 'cash' }));
    }
    const { items: alerts } = await eventually(
      () => probity.json('alerts', 'list', ...of, '--type', rule.definition.alert_type),
      ({ items }) => items.length > 0,
    );
    expect(alerts).toMatchObject([{ customer_id: customer.id, source: 'monitoring', trigger_ref: 'p-3' }]);
    const shown = await probity.text('alerts', 'show', ...of, alerts[0].id);
    expect(shown).toContain(`rule            ${rule.definition.name}, version 1\n`);
    expect(shown).toMatch(/\n {2}transaction\.amount +9500\n/);
    expect(shown).toMatch(/\n {2}count over \S+, with this event: 3\n {4}of those with /);

    const { items } = await eventually(
      () => probity.json('events', 'list', ...of, '--status', 'processed'),
      (list) => list.items.length === 3,
    );
    expect(items.map(({ event_id }: { event_id: string }) => event_id).sort()).toEqual([...events].sort());
    expect(await probity.text('events', 'show', ...of, events[2]!)).toMatch(/\nStage monitoring \(native\): alert\n/);
    expect(await probity.refusal('events', 'rerun', ...of, events[2]!, '--reason', 'r')).toMatchObject({
      code: 'event_not_dead',
    });

    const { definition } = await probity.json('rules', 'show', ...of, rule.id);
    const backtest = await probity.json('rules', 'backtest', ...of, written('draft.json', JSON.stringify(definition)));
    expect(backtest).toMatchObject({ done: true, events: 3, customers: 1, hit_events: 1, hit_customers: 1, alerts: 1 });
    const bad = written('bad.json', JSON.stringify({ ...definition, condition: { nothing: 1 } }));
    expect((await probity.refusal('rules', 'backtest', ...of, bad)).message).toContain('/condition');

    expect(await probity.text('rules', 'mode', ...of, rule.id, '--to', 'disabled', ...OFFICER)).toMatch(
      / is disabled from version 2 on\.\n$/,
    );
    expect((await probity.json('rules', 'list', ...of, '--mode', 'disabled')).items).toHaveLength(1);
  });

  it('change the scoring model, and score everybody again when they say so', async () => {
    const { of, createCustomer } = await newTenant('weighed');
    for (let index = 0; index < 3; index++) {
      await createCustomer({ email: `w${index}@example.org`, customer_type: 'individual', full_name: `W ${index}` });
    }
    const { items: before } = await probity.json('customers', 'list', ...of);
    expect(before).toHaveLength(3);

    const bands = written('bands.json', JSON.stringify({ scoring: { bands: { medium: 1, high: 2, critical: 800 } } }));
    const refused = await probity.refusal(
      'settings',
      'set',
      ...of,
      written('bad.json', '{"scoring": {"bands": {"medium": 700}}}'),
      '--reason',
      'r',
    );
    expect(refused).toMatchObject({ code: 'invalid_settings', message: expect.stringMatching(/^scoring\.bands: /) });
    const said = await probity.text('settings', 'set', ...of, bands, '--reason', 'stricter', ...OFFICER);
    expect(said).toContain('probity customers reassess --tenant weighed');
    expect((await probity.json('customers', 'list', ...of)).items).toEqual(before);

    const outcome = await probity.json('customers', 'reassess', ...of, '--reason', 'stricter bands', ...OFFICER);
    expect(outcome).toEqual({ done: true, customers: 3, rating_changed: 3, failed: 0, failures: [] });
    expect((await probity.json('customers', 'list', ...of, '--risk', 'high')).items).toHaveLength(3);
    const { items: history } = await probity.json('customers', 'history', ...of, before[0].id);
    expect(history.at(-1)).toMatchObject({
      trigger_type: 'model_change',
      reason: expect.stringContaining('stricter bands'),
    });

    const shown = written('shown.json', JSON.stringify(await probity.json('settings', 'show', ...of)));
    await probity.text(
      'settings',
      'set',
      ...of,
      written('other.json', '{"scoring": null}'),
      '--reason',
      'back',
      ...OFFICER,
    );
    expect(await probity.refusal('settings', 'set', ...of, shown, '--reason', 'r')).toMatchObject({
      code: 'settings_changed',
    });
    expect(await probity.text('settings', 'history', ...of)).toMatch(
      /\n +2 +\S+Z +j\.smith +back\n +1 +\S+Z +j\.smith +stricter\n$/,
    );
  });

  it.each<[string[]]>([
    [['customers', 'list']],
    [['customers', 'show', UNKNOWN_ID]],
    [['customers', 'risk-view', UNKNOWN_ID]],
    [['customers', 'history', UNKNOWN_ID]],
    [['customers', 'set-kyc', UNKNOWN_ID, '--to', 'approved', '--reason', 'r']],
    [['customers', 'reassess', '--reason', 'r']],
    [['alerts', 'list']],
    [['alerts', 'show', UNKNOWN_ID]],
    [['alerts', 'resolve', UNKNOWN_ID, '--as', 'handled', '--reason', 'r']],
    [['alerts', 'dismiss', UNKNOWN_ID, '--reason', 'r']],
    [['alerts', 'escalate', UNKNOWN_ID, '--reason', 'r']],
    [['cases', 'list']],
    [['cases', 'show', UNKNOWN_ID]],
    [['cases', 'open', '--customer', UNKNOWN_ID, '--title', 't', '--reason', 'r']],
    [['cases', 'add', UNKNOWN_ID, '--alert', UNKNOWN_ID, '--reason', 'r']],
    [['cases', 'note', UNKNOWN_ID, '--note', 'n']],
    [['cases', 'close', UNKNOWN_ID, '--outcome', 'reported', '--reason', 'r']],
    [['audit']],
    [['events', 'list']],
    [['events', 'show', UNKNOWN_ID]],
    [['events', 'rerun', UNKNOWN_ID, '--reason', 'r']],
    [['rules', 'list']],
    [['rules', 'show', UNKNOWN_ID]],
    [['rules', 'mode', UNKNOWN_ID, '--to', 'shadow']],
    [['settings', 'show']],
    [['settings', 'history']],
  ])('are told when there is no such tenant: %j', async (args) => {
    const refused = await probity.refusal(...args, '--tenant', 'nobody', ...(args.includes('--reason') ? OFFICER : []));
    expect(refused).toEqual({ code: 'not_found', message: 'tenant nobody was not found' });
    if (!args.includes(UNKNOWN_ID)) return;
    const unknown = await probity.refusal(...args, '--tenant', 'acme', ...(args.includes('--reason') ? OFFICER : []));
    expect(unknown).toEqual({ code: 'not_found', message: expect.stringContaining(UNKNOWN_ID) });
  });

  it('try names without a back office', async () => {
    const nowhere = new CommandLine({ PROBITY_DATA_DIR: join(home, 'nowhere') });
    const lines = [
      { schema: 'Person', name1: 'Vladimir Putin', name2: 'Путин, Владимир' },
      'no JSON',
      { schema: 'Company', name1: 'Example Trading GmbH', name2: 'Another Bakery Ltd' },
    ];
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const { code, stdout, stderr } = await nowhere.run(['screening', 'score'], input);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^probity: line 2 of stdin: it is no JSON/);
    const [alike, different] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(alike).toMatchObject({ ...(lines[0] as object), features: expect.any(Object) });
    expect(alike.score).toBeGreaterThan(0.9);
    expect(different.score).toBeLessThan(0.5);
  });
});
