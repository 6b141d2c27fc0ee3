import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { database, newTenant, probity } from './testing/compliance-staff';

const WHY = ['--reason', 'our contract'];

/** What runs the stages, and notices about them. */
export function stages(): void {
  it('choose what runs a stage', async () => {
    const { of } = await newTenant('stages');
    expect(await probity.text('stage', 'list', ...of)).toMatch(/screening +native/);
    expect(await probity.json('stage', 'list', ...of)).toEqual({
      items: ['kyc', 'screening', 'monitoring'].map((stage) => ({
        stage,
        mode: 'native',
        plugin: null,
        fallback: null,
        remembered: null,
      })),
    });
    const said = await probity.text('stage', 'set', ...of, 'screening', 'external', ...WHY);
    expect(said).toMatch(/screening +external/);
    expect(said).toContain('The stage screening is skipped from now on');

    expect(await probity.refusal('stage', 'set', ...of, 'screening', 'plugin', ...WHY)).toEqual({
      code: 'invalid_settings',
      message: '--plugin must name the provider, such as --plugin yente, because the mode is plugin',
    });
    expect(await probity.refusal('stage', 'set', ...of, 'screening', 'plugin', '--plugin', 'yente', ...WHY)).toEqual({
      code: 'provider_unavailable',
      message:
        'the provider of the stage screening is yente, but the tenant has no such provider; configure it first: ' +
        'probity providers configure --tenant stages yente',
    });
    const badName = ['stage', 'set', ...of, 'screening', 'plugin', '--plugin', 'Yente!', ...WHY];
    expect((await probity.refusal(...badName)).message).toBe('--plugin must be the name of a plugin, such as yente');
    for (const [wrong, message] of [
      [['screen', 'native'], '<stage> must be one of kyc, screening, monitoring, not screen. No changes were made.'],
      [['kyc', 'off'], '<mode> must be one of native, external, plugin, not off. No changes were made.'],
    ] as const) {
      const { code, stderr } = await probity.run(['stage', 'set', ...of, ...wrong, ...WHY]);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    }
    expect((await probity.refusal('providers', 'show', ...of, 'yente')).message).toBe(
      'provider yente was not found; configure it first: probity providers configure --tenant stages yente',
    );
    const { items } = await probity.json('audit', ...of, '--action', 'settings.changed');
    expect(items).toMatchObject([
      {
        actor: 'staff:operator',
        reason: 'our contract',
        data: { stages: [{ stage: 'screening', before: { mode: 'native' }, after: { mode: 'external' } }] },
      },
    ]);
  });

  it('read and settle notices', async () => {
    const { id: tenantId, of } = await newTenant('noticed');
    const board = new NoticeBoard(new AggregateStore(new PostgresEventStore(database.owner), database.owner), {
      now: () => new Date(),
    });
    const degraded = {
      kind: 'stage_degraded',
      severity: 'high',
      message: 'yente does not respond.',
      data: {},
    } as const;
    await board.raise({ ...degraded, tenantId, subject: 'screening/yente' });
    await board.raise({ ...degraded, tenantId: null, subject: 'screening/all' });

    const shown = await probity.text('notices', 'list', ...of, '--status', 'open');
    expect(shown).toMatch(/ high +this +stage_degraded screening\/yente +yente does not respond\./);
    expect(shown).toMatch(/ high +all +stage_degraded screening\/all /);
    const { items } = await probity.json('notices', 'list', ...of);
    const [ofAll, own] = items[0].tenant_id === null ? items : [...items].reverse();
    expect(await probity.text('notices', 'settle', ...of, own.id, ...WHY)).toBe(
      `Notice ${own.id} (stage_degraded screening/yente) is settled by staff:operator token. It opens again when its cause is ` +
        'seen again.\n',
    );
    expect(await probity.refusal('notices', 'settle', ...of, own.id, ...WHY)).toMatchObject({ code: 'notice_settled' });
    expect(await probity.json('notices', 'list-platform')).toMatchObject({ items: [{ id: ofAll.id, status: 'open' }] });
    await probity.text('notices', 'settle-platform', ofAll.id, ...WHY);
    expect(await probity.text('providers', 'signals', ...of)).toBe('Tenant noticed has no signals.\n');
    expect(await probity.text('notices', 'list', ...of, '--status', 'open')).toBe(
      'Tenant noticed has no such notices.\n',
    );
  });
}
