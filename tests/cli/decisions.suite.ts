import { probity, written, newTenant, eventually } from './testing/compliance-staff';

/** A list in the form of OFAC, with a company, a person and a vessel. */
const SDN = [
  '101,"AEROEXAMPLE AIRLINES","-0- ","CUBA","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- "',
  '102,"EXEMPLARIUS, Ana Maria","individual","SDGT","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","DOB 02 Jan 1970."',
  '103,"OCEAN EXAMPLE","vessel","IRAN","-0- ","-0- ","Crude Oil Tanker","-0- ","-0- ","Panama","-0- ","-0- "',
];
const ALT = ['101,201,"aka","AERO-EXAMPLE","-0- "'];
const EMPTY = ['add.csv', 'sdn_comments.csv'];

/** Decisions on alerts and cases, and the reasons for the alerts. */
export function decisions(): void {
  it('decide on a customer who is on a list', async () => {
    const { of, createCustomer } = await newTenant('listed');
    const files = [
      written('sdn.csv', SDN.join('\n')),
      written('alt.csv', ALT.join('\n')),
      ...EMPTY.map((name) => written(name, '')),
    ];
    await probity.text('watchlist', 'import', ...files, '--list', 'listed-list', '--reason', 'r');
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
      ({ items }) => items.length > 0, // services load the list shortly after its import
    );
    const [alert] = matching.items;
    expect(alert).toMatchObject({ alert_type: 'sanctions_match', status: 'open', trigger_ref: 'listed-list:102' });
    const customer = alert.customer_id as string;

    const shown = await probity.text('alerts', 'show', ...of, alert.id);
    expect(shown).toMatch(/\n {2}matches +Ana Maria EXEMPLARIUS\n| {2}matches +EXEMPLARIUS, Ana Maria\n/);
    expect(shown).toMatch(/\n {2}entry +102 of listed-list\n/);
    expect(shown).toContain('Features of the score:\n');

    const why = ['--reason', 'the same passport'];
    expect(await probity.text('alerts', 'escalate', ...of, alert.id, ...why)).toMatch(
      / is escalated by operator token\.\n$/,
    );
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
    await probity.text('cases', 'note', ...of, opened.id, '--note', 'asked for the passport');
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
        { decision: 'escalated' },
        { decision: 'resolved', resolution: 'confirmed_match', reason: 'the same passport' },
      ],
    });
    expect(await probity.refusal('alerts', 'dismiss', ...of, alert.id, ...why)).toMatchObject({
      message: expect.stringContaining('resolved by operator token'),
    });
    expect(await probity.text('customers', 'risk-view', ...of, customer)).toMatch(
      /\n {2}rating +critical \(1000 of 1000\)\n {2}sanctioned +yes\n/,
    );
    const { items: history } = await probity.json('customers', 'history', ...of, customer);
    expect(history.at(-1)).toMatchObject({ rating_to: 'critical', trigger_type: 'alert_decision', score: 1000 });

    await probity.text('cases', 'close', ...of, opened.id, '--outcome', 'reported', ...why);
    expect(await probity.text('cases', 'show', ...of, opened.id)).toMatch(
      /\n {2}outcome +reported\n[^]*note by operator token: asked for the passport\n[^]*closed by operator token: the same passport\n$/,
    );

    expect((await probity.json('customers', 'set-kyc', ...of, customer, '--to', 'rejected', ...why)).kyc_status).toBe(
      'rejected',
    );
    const { items: trail } = await probity.json('audit', ...of, '--actor', 'staff:operator');
    const actions = trail.map(({ action }: { action: string }) => action);
    expect(
      actions.filter((action: string) => !/^(tenant|watchlist|operator_token|settings|api_key)/.test(action)),
    ).toEqual([
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
    expect(ofAlert).toMatchObject([{ subject_type: 'alert', reason: 'the same passport', actor: 'staff:operator' }]);
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
    expect(shown).toContain(`rule        ${rule.definition.name}, version 1\n`);
    expect(shown).toMatch(/\n {2}transaction\.amount +9500\n/);
    expect(shown).toMatch(
      /\n {2}count over \S+, with this event, without unconverted amounts: 3\n {4}only events with /,
    );

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
    expect(backtest).toMatchObject({ status: 'completed', definition });
    expect(backtest.result).toMatchObject({ events: 3, customers: 1, hit_events: 1, hit_customers: 1, alerts: 1 });
    expect((await probity.json('rules', 'backtests', ...of)).items).toMatchObject([{ id: backtest.id }]);
    expect(await probity.text('rules', 'show-backtest', ...of, backtest.id)).toMatch(
      /history read +all of it\n[^]*\nExamples:\n[^]*customer_id/,
    );
    expect(await probity.refusal('rules', 'cancel-backtest', ...of, backtest.id)).toMatchObject({
      code: 'backtest_ended',
    });
    const bad = written('bad.json', JSON.stringify({ ...definition, condition: { nothing: 1 } }));
    expect((await probity.refusal('rules', 'backtest', ...of, bad)).message).toContain('/condition');

    const disable = ['rules', 'mode', ...of, rule.id, '--to', 'disabled'];
    expect(await probity.text(...disable, '--reason', 'too many alerts')).toMatch(
      / is disabled from version 2 on\.\n$/,
    );
    expect((await probity.json('audit', ...of, '--action', 'monitoring_rule.changed')).items).toMatchObject([
      { reason: 'too many alerts', data: { mode: 'disabled' } },
    ]);
    expect((await probity.json('rules', 'list', ...of, '--mode', 'disabled')).items).toHaveLength(1);
  });
}
