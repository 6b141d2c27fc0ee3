import { randomUUID } from 'node:crypto';
import { ruleStream } from '@probity/contracts/monitoring-rules/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { DEFAULT_RULES } from '@probity/monitoring/default-rules';
import { ROLES } from '@probity/persistence/roles';
import { projectRuleEvents, type RecordedRuleEvent } from '@probity/read-side/monitoring-rules/rule-projection';
import { ruleAsSeen } from '@probity/read-side/proposals/as-seen';
import { Faults, FaultyEventStore, once } from '@probity/event-store/testing/faulty-event-store';
import { DEFAULT_LIMITS } from '@probity/contracts/limits/limits';
import { RULE, Rules } from './rules';
import { RulesHandler } from './rules.handler';
import {
  test,
  database,
  queries,
  handler,
  tenant,
  newRules,
  page,
  definition,
  save,
  change,
} from './testing/rule-scene';

describe('a rule', () => {
  it('is saved as its first version', async () => {
    const rule = await save('shadow');
    expect(rule).toMatchObject({ key: null, version: 1, mode: 'shadow', definition: definition() });
    expect(await queries.rule(tenant, rule.id)).toEqual(rule);
    expect(await queries.rules(tenant, page)).toEqual([rule]);
    expect(await queries.rules(tenant, page, { mode: 'active' })).toEqual([]);
  });

  it('gets a new version with each change, and keeps the old ones', async () => {
    const { id, created_at } = await save();
    expect(await change(id, { definition: definition('200') })).toMatchObject({
      version: 2,
      mode: 'active',
      created_at,
    });
    expect(await change(id, { mode: 'disabled' })).toMatchObject({ version: 3, definition: definition('200') });
    expect(await queries.versions(tenant, id, page)).toMatchObject([
      { id, version: 3, mode: 'disabled', definition: definition('200') },
      { id, version: 2, mode: 'active', definition: definition('200') },
      { id, version: 1, mode: 'active', definition: definition() },
    ]);
  });

  it.each([{ mode: 'shadow' as const }, { definition: definition('200') }])(
    'is not loosened because its row seemed to be loose: %j',
    async (forged) => {
      const rule = await save();
      const asked = { ...forged, expected_version: 1 };
      const as_seen = ruleAsSeen({ ...rule, ...forged });
      await expect(change(rule.id, { ...asked, as_seen })).rejects.toMatchObject({ code: 'contention' });
      expect(await change(rule.id, { ...asked, as_seen: ruleAsSeen(rule) })).toMatchObject({ version: 2, ...forged });
    },
  );

  it('that does not say what to do with amounts without a rate does not compare them, and keeps to it', async () => {
    const { id, definition: saved } = await save();
    expect(saved).toEqual({ ...definition(), compare_unconverted_amounts: false });
    const opted = { ...definition(), compare_unconverted_amounts: true };
    expect(await change(id, { definition: opted })).toMatchObject({ version: 2, definition: opted });
    expect(await change(id, { definition: definition() })).toMatchObject({ version: 2, definition: opted });
  });

  it('that is older than this choice stays undecided until a version decides', async () => {
    const [id, saved_at] = [randomUUID(), new Date().toISOString()];
    const first = { rule_id: id, tenant_id: tenant, key: null, version: 1, mode: 'active' as const, actor: 'Ada' };
    const data = { ...first, definition: definition(), saved_at };
    const store = new AggregateStore(new PostgresEventStore(database), database);
    await store.change(RULE, id, () => ({ events: [{ type: 'RuleVersionSaved' as const, data }] }));
    const changed = await change(id, { definition: definition('200') });
    expect(changed.definition).toEqual(definition('200'));
    const decided = { ...definition('200'), compare_unconverted_amounts: false };
    expect(await change(id, { definition: decided })).toMatchObject({ version: 3, definition: decided });
  });

  it('stays at its version when nothing changes', async () => {
    const rule = await save();
    const reordered = Object.fromEntries(Object.entries(definition()).reverse());
    expect(await change(rule.id, { mode: 'active', definition: reordered })).toEqual(rule);
  });

  it('that is sent twice exists once', async () => {
    const id = randomUUID();
    const [first, second] = await Promise.all([save('active', definition(), id), save('active', definition(), id)]);
    expect(second).toEqual(first);
    expect(await queries.rules(tenant, page)).toHaveLength(1);
  });

  it('is rejected when it is invalid, with the path', async () => {
    const wrong = { ...definition(), condition: { gte: [{ field: 'transaction.amout' }, 1] } };
    await expect(save('active', wrong)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'invalid_rule',
      message: expect.stringContaining('/condition/gte/0'),
    });
    const { id } = await save();
    await expect(change(id, { definition: wrong })).rejects.toMatchObject({ code: 'invalid_rule' });
    expect(await queries.versions(tenant, id, page)).toHaveLength(1);
  });

  it('is rejected when it uses an unknown country list', async () => {
    const asks = { country_in: [{ field: 'transaction.counterparty_country' }, ['high_risk', 'far_away']] };
    await expect(save('active', { ...definition(), condition: { or: [asks, asks] } })).rejects.toMatchObject({
      code: 'invalid_rule',
      message: expect.stringContaining('/condition/or/0/country_in/1: there is no country list "far_away"'),
    });
  });

  it('is not changed by a request that is based on another version', async () => {
    const { id } = await save();
    await change(id, { mode: 'shadow', expected_version: 1 });
    await expect(change(id, { mode: 'disabled', expected_version: 1 })).rejects.toMatchObject({
      code: 'version_conflict',
    });
  });

  it('cannot be changed by another tenant, which cannot use its id either', async () => {
    const { id } = await save();
    const other = randomUUID();
    await expect(change(id, { mode: 'disabled' }, other)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await queries.rule(other, id)).toBeUndefined();
    expect(await queries.versions(other, id, page)).toEqual([]);
    const taken = {
      tenant_id: other,
      rule_id: id,
      mode: 'active' as const,
      definition: definition(),
      actor: 'institution',
    };
    await expect(handler.create(taken)).rejects.toMatchObject({ code: 'rule_id_taken' });
  });

  it('is rejected when the tenant has too many, unless it is disabled', async () => {
    await test.owner.query(
      `INSERT INTO pipeline.monitoring_rules
       SELECT gen_random_uuid(), $1, NULL, 1, 'active', '{}', now(), now(), 0 FROM generate_series(1, $2::int)`,
      [tenant, DEFAULT_LIMITS.monitoring_rules - 1],
    );
    const [one, other] = await Promise.allSettled([save(), save()]);
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
    const spare = await save('disabled');
    await expect(change(spare.id, { mode: 'shadow' })).rejects.toMatchObject({ code: 'too_many_rules' });
  });

  it('changes between active and shadow above a lowered limit, and is not enabled again', async () => {
    const [first, second] = [await save('active'), await save('shadow')];
    await test.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'Bank', now(), 0)",
      [tenant, `bank-${tenant}`],
    );
    await test.owner.query('INSERT INTO back_office.tenant_limits VALUES ($1, 1, \'{"monitoring_rules": 1}\', now())', [
      tenant,
    ]);
    expect(await change(first.id, { mode: 'shadow' })).toMatchObject({ mode: 'shadow' });
    expect(await change(second.id, { mode: 'active', definition: definition('7') })).toMatchObject({ mode: 'active' });
    await change(first.id, { mode: 'disabled' });
    await expect(change(first.id, { mode: 'shadow' })).rejects.toMatchObject({ code: 'too_many_rules' });
  });

  it('accepts concurrent changes, each as a version', async () => {
    const { id } = await save();
    const elsewhere = new RulesHandler(newRules(await test.as(ROLES.pipeline)));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? handler : elsewhere).update({
          tenant_id: tenant,
          rule_id: id,
          definition: definition(String(index + 1)),
          actor: 'institution',
        }),
      ),
    );
    expect((await queries.versions(tenant, id, page)).map(({ version }) => version)).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });

  it('leaves an audit trail', async () => {
    const { id } = await save();
    await change(id, { mode: 'disabled', reason: 'too many alerts' });
    await change(id, { mode: 'active' });
    const { rows } = await test.owner.query<any>(
      "SELECT action, actor, actor_type, subject_type, reason, data FROM pipeline.audit_events WHERE subject_id = $1 ORDER BY data ->> 'version'",
      [id],
    );
    expect(rows).toMatchObject([
      { action: 'monitoring_rule.created', actor: 'institution', data: { version: 1, mode: 'active', name: 'Large' } },
      {
        action: 'monitoring_rule.changed',
        actor: 'staff:Ada',
        actor_type: 'staff',
        reason: 'too many alerts',
        data: { mode: 'disabled' },
      },
      { action: 'monitoring_rule.changed', reason: null, data: { mode: 'active' } },
    ]);
  });

  it('is the same when it is projected again', async () => {
    const { id } = await save();
    await change(id, { mode: 'disabled' });
    const before = await queries.versions(tenant, id, page);
    for await (const events of new PostgresEventStore(test.owner).readStream(ruleStream(id))) {
      for (const event of events) await projectRuleEvents(database, [event as RecordedRuleEvent]);
    }
    expect(await queries.versions(tenant, id, page)).toEqual(before);
  });
});

describe('when append and projection are two steps', () => {
  it('a rule that was saved before a crash is visible to the next change', async () => {
    const faults = new Faults();
    const events = new FaultyEventStore(new PostgresEventStore(database), database, faults, false);
    const dying = new Rules(database, new AggregateStore(events, database), queries, { now: () => new Date() });
    const id = randomUUID();
    const rule = { mode: 'active' as const, definition: definition(), actor: 'institution' };
    faults.dieUnprojected = once();
    await expect(dying.create(tenant, id, rule)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    expect(await queries.rule(tenant, id)).toBeUndefined();
    expect(await dying.create(tenant, id, rule)).toMatchObject({ id, version: 1 });
    expect(await change(id, { mode: 'disabled' })).toMatchObject({ version: 2 });
  });
});

describe('when another process writes first at every attempt', () => {
  it('a change of a rule is rejected, and a retry succeeds', async () => {
    const { id } = await save();
    const faults = new Faults();
    const events = new FaultyEventStore(new PostgresEventStore(database), database, faults);
    const overtaken = new Rules(database, new AggregateStore(events, database), queries, { now: () => new Date() });
    faults.overtake = () => true;
    const disable = () => overtaken.update(tenant, id, { mode: 'disabled', actor: 'staff:Ada' });
    const refusal = {
      httpStatus: 503,
      code: 'contention',
      message: 'The monitoring rule was modified concurrently. No changes were made; retry.',
    };
    await expect(disable()).rejects.toMatchObject(refusal);
    const rule = { mode: 'active' as const, definition: definition(), actor: 'institution' };
    await expect(overtaken.create(tenant, randomUUID(), rule)).rejects.toMatchObject(refusal);
    expect(await queries.rule(tenant, id)).toMatchObject({ version: 1, mode: 'active' });
    faults.clear();
    expect(await disable()).toMatchObject({ version: 2, mode: 'disabled' });
  });
});

describe('the default pack', () => {
  it('is installed once, whichever process installs it', async () => {
    const elsewhere = newRules(await test.as(ROLES.pipeline));
    const [here, there] = await Promise.all([
      handler.installDefaults({ tenant_id: tenant, actor: 'staff:Ada' }),
      elsewhere.installDefaults(tenant, 'system'),
    ]);
    expect(here.installed.length + there.length).toBe(DEFAULT_RULES.length);
    expect((await queries.rules(tenant, page)).map(({ key }) => key).sort()).toEqual(
      DEFAULT_RULES.map(({ key }) => key).sort(),
    );
    expect(await handler.installDefaults({ tenant_id: tenant, actor: 'staff:Ada' })).toEqual({ installed: [] });
  });

  it('does not restore a rule that was changed or disabled', async () => {
    const { installed } = await handler.installDefaults({ tenant_id: tenant, actor: 'staff:Ada' });
    await change(installed[0]!.id, { mode: 'disabled' });
    await handler.installDefaults({ tenant_id: tenant, actor: 'staff:Ada' });
    expect(await queries.rule(tenant, installed[0]!.id)).toMatchObject({ version: 2, mode: 'disabled' });
  });
});
