import { randomUUID } from 'node:crypto';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { of } from 'rxjs';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { data, refused } from '../../testing/test-office';
import { WHY, test, office, sent, replies, slug, tenantId, at, patch } from './testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

describe('the compliance API of the back office', () => {
  describe('settings', () => {
    it('are the defaults until they are changed', async () => {
      expect(data(await office.get(at('/settings')))).toEqual({ version: 0, settings: DEFAULT_SETTINGS, warnings: [] });
      expect(data(await office.get(at('/settings/versions')))).toEqual([]);
    });

    it('change section by section; every version is stored with its officer and reason', async () => {
      const first = data(await patch('/settings', { settings: { screening: { threshold: 0.8 } }, ...WHY }));
      expect(first).toEqual({
        version: 1,
        settings: { ...DEFAULT_SETTINGS, screening: { threshold: 0.8, thresholds: [], lists: null } },
        notes: [expect.stringContaining('not screened again')],
      });
      const change = { scoring: { home_country: 'CH' } };
      const second = data(await patch('/settings', { settings: change, reason: 'at home' }));
      expect(second).toMatchObject({ version: 2, settings: { ...first.settings, ...change } });
      expect(second.notes).toEqual([expect.stringContaining(`probity customers reassess --tenant ${slug}`)]);

      expect(data(await office.get(at('/settings')))).toEqual({ version: 2, settings: second.settings, warnings: [] });
      expect(data(await office.get(at('/settings/versions')))).toMatchObject([
        { version: 2, settings: second.settings, reason: 'at home', officer: 'operator token' },
        { version: 1, settings: first.settings, ...WHY },
      ]);
      expect(sent).toEqual([]); // a change of settings does not score customers again
    });

    it('warn of wrong currencies when the change is about currencies', async () => {
      const monitoring = { reference_currency: 'EUR' };
      const warning = 'monitoring.reference_currency is EUR, which is no currency of the tenant. Check the code.';
      expect(data(await patch('/settings', { settings: { monitoring }, ...WHY })).notes).toEqual([warning]);
      expect(data(await office.get(at('/settings'))).warnings).toEqual([warning]);
      const stages = { kyc: 'native', monitoring: 'external' };
      expect(data(await patch('/settings', { settings: { stages }, ...WHY })).notes).toEqual([
        expect.stringMatching(/^The stage monitoring is skipped/),
      ]);
    });

    it('keep their version when a request changes nothing', async () => {
      const body = { settings: { screening: { threshold: 0.8 } }, ...WHY };
      expect(data(await patch('/settings', body)).version).toBe(1);
      expect(data(await patch('/settings', body)).version).toBe(1);
    });

    it('contain the changes of all concurrent requests', async () => {
      const words = Array.from({ length: 6 }, (_, index) => `word-${index}`);
      const responses = await Promise.all(
        words.map((word) =>
          patch('/settings', { settings: { scoring: { business_words: { [word]: 'high' } } }, ...WHY }),
        ),
      );
      expect(responses.map((answer) => data(answer).version).sort()).toEqual([1, 2, 3, 4, 5, 6]);
      const { settings } = data(await office.get(at('/settings')));
      expect(Object.keys(settings.scoring.business_words).sort()).toEqual(words);
    });

    it('are not changed by a request that is based on another version', async () => {
      const body = { settings: { screening: { threshold: 0.8 } }, ...WHY, expected_version: 0 };
      expect(data(await patch('/settings', body)).version).toBe(1);
      refused(
        await patch('/settings', { ...body, settings: {} }),
        400,
        /expected_version is 0, but the settings have version 1; /,
      );
    });

    it('reject a list that was never imported, because it would turn screening off', async () => {
      const answer = await patch('/settings', { settings: { screening: { lists: ['un-sc'] } }, ...WHY });
      refused(answer, 400, /^screening\.lists names lists that were never imported: un-sc;/);
    });

    it('reject a rule for a list that was never imported; the own list needs no import', async () => {
      const thresholds = [{ list: 'tenant', threshold: 0.6 }];
      data(await patch('/settings', { settings: { screening: { thresholds } }, ...WHY }));
      const unknown = [...thresholds, { list: 'un-sc', threshold: 0.9 }];
      const answer = await patch('/settings', { settings: { screening: { thresholds: unknown } }, ...WHY });
      refused(answer, 400, /^screening\.thresholds names lists that were never imported: un-sc;/);
    });

    it.each<[object, RegExp]>([
      [{ settings: {} }, /^reason must be a string/],
      [{ settings: {}, reason: ' ' }, /^reason must not be blank/],
      [{ ...WHY }, /^settings must be a JSON object/],
      [{ ...WHY, settings: [] }, /^settings must be a JSON object/],
      [{ ...WHY, settings: { scoring: { a: 'b\u0000' } } }, /^settings\.scoring\.a must not contain/],
      [{ ...WHY, settings: { stages: { screening: 'plugin' } } }, /^providers\.screening must name the plugin/],
    ])('reject %j', async (body, message) => {
      refused(await patch('/settings', body), 400, message);
      expect(data(await office.get(at('/settings'))).version).toBe(0);
    });

    describe('that give a stage to a provider', () => {
      const STAGE = { stages: { screening: 'plugin' }, providers: { screening: { plugin: 'yente' } } };
      const setStage = () => patch('/settings', { settings: STAGE, ...WHY });
      /** A provider of the tenant, as the pipeline projects it. */
      const addProvider = (status: string, stages = ['screening']) =>
        test.owner.query(
          `INSERT INTO pipeline.providers (id, tenant_id, plugin, plugin_version, stages, configuration, secrets,
             sealed_secrets, status, version, officer, updated_at, revision)
           VALUES ($1, $2, 'yente', '1.0.0', $3, '{}', '{}', '', $4, 1, 'j.smith', now(), 0)`,
          [randomUUID(), tenantId, stages, status],
        );

      it('need an active provider of the tenant that serves the stage', async () => {
        refused(await setStage(), 400, /^providers\.screening\.plugin is yente, but the tenant has no such provider; /);
        await addProvider('inactive');
        refused(
          await setStage(),
          400,
          /^providers\.screening\.plugin is yente, which is inactive; activate it first: /,
        );
        const monitoring = { stages: { monitoring: 'plugin' }, providers: { monitoring: { plugin: 'yente' } } };
        refused(
          await patch('/settings', { settings: monitoring, ...WHY }),
          400,
          /^providers\.monitoring\.plugin is yente, which does not serve this stage; it serves screening, kyc; plugins that can run monitoring: none$/,
        );
        refused(
          await patch('/settings', { settings: { ...STAGE, providers: { screening: { plugin: 'yenta' } } }, ...WHY }),
          400,
          /^providers\.screening\.plugin is yenta, but this installation has no such plugin; plugins that can run screening: yente$/,
        );
        const kyc = { stages: { kyc: 'plugin' }, providers: { kyc: { plugin: 'yente' } } };
        refused(await patch('/settings', { settings: kyc, ...WHY }), 400, /which reports on kyc by webhook only; /);
        expect(data(await office.get(at('/settings'))).version).toBe(0);
      });

      it('say what happens next, and leave an audit entry with the stage before and after', async () => {
        await addProvider('active');
        const provider = { plugin: 'yente', fallback: 'native' };
        const changed = data(await setStage());
        expect(changed).toMatchObject({
          version: 1,
          settings: { stages: { screening: 'plugin' }, providers: { screening: provider, kyc: null } },
          notes: [expect.stringMatching(/^The provider yente runs the stage screening .* the built-in engine runs it/)],
        });
        const back = { stages: { screening: 'native' } };
        expect(data(await patch('/settings', { settings: back, ...WHY })).notes).toEqual([]);
        const native = { mode: 'native', provider: null };
        const plugin = { mode: 'plugin', provider };
        expect(data(await office.get(at('/audit?action=settings.changed')))).toMatchObject([
          { data: { version: 2, stages: [{ stage: 'screening', before: plugin, after: { ...native, provider } }] } },
          { data: { version: 1, stages: [{ stage: 'screening', before: native, after: plugin }] } },
        ]);
      });

      it('settle the notice about the provider when it no longer runs the stage', async () => {
        await addProvider('active');
        const notice = () =>
          office.get(at('/notices')).then((answer) => data(answer)[0] as Record<string, unknown> | undefined);
        const now = () => new Date();
        const board = new NoticeBoard(new AggregateStore(new PostgresEventStore(test.owner), test.owner), { now });
        const subject = 'screening/yente';
        const failing = { severity: 'medium', message: 'yente does not respond.', data: {} } as const;
        data(await setStage());
        await board.raise({ tenantId, kind: 'stage_degraded', subject, ...failing });
        data(await patch('/settings', { settings: { providers: { screening: { fallback: 'none' } } }, ...WHY }));
        expect(await notice()).toMatchObject({ status: 'open', subject });
        data(await patch('/settings', { settings: { stages: { screening: 'native' } }, ...WHY }));
        expect(await notice()).toMatchObject({
          status: 'settled',
          settled_by: 'staff:operator token',
          settled_reason: 'The provider yente no longer runs the stage screening.',
        });
      });

      it('can change otherwise while the provider is inactive', async () => {
        await addProvider('active');
        data(await setStage());
        await test.owner.query("UPDATE pipeline.providers SET status = 'inactive' WHERE tenant_id = $1", [tenantId]);
        expect(data(await patch('/settings', { settings: { screening: { threshold: 0.8 } }, ...WHY })).version).toBe(2);
        const none = { providers: { screening: { fallback: 'none' } } };
        refused(await patch('/settings', { settings: none, ...WHY }), 400, /which is inactive/);
      });
    });

    it('leave an audit entry with the period of retention before and after', async () => {
      const keep = (provider_payload_years: number | null) =>
        patch('/settings', { settings: { retention: { provider_payload_years } }, ...WHY });
      expect(data(await keep(10)).settings.retention).toEqual({ provider_payload_years: 10, customer_years: 5 });
      data(await patch('/settings', { settings: { screening: { threshold: 0.8 } }, ...WHY }));
      expect(data(await keep(null)).settings.retention).toEqual({ provider_payload_years: 5, customer_years: 5 });
      refused(await keep(16), 400, /^retention\.provider_payload_years must be a whole number of years from 1 to 15$/);
      const [five, ten] = [5, 10].map((years) => ({ provider_payload_years: years, customer_years: 5 }));
      const entries = data(await office.get(at('/audit?action=settings.changed')));
      expect(entries.map((entry: { data: unknown }) => entry.data)).toEqual([
        { version: 3, changed: ['retention'], retention: { before: ten, after: five } },
        { version: 2, changed: ['screening'] },
        { version: 1, changed: ['retention'], retention: { before: five, after: ten } },
      ]);
      expect(entries[2]).toMatchObject({ actor: 'staff:operator', actor_name: 'operator token', reason: WHY.reason });
    });

    it('survive a rebuild of the projections', async () => {
      const changed = data(await patch('/settings', { settings: { screening: { threshold: 0.9 } }, ...WHY }));
      replies['ledger.rebuild-projections'] = () => of({ streams: 0, streams_done: 0, events: 0, done: true });
      await test.owner.query('UPDATE back_office.compliance_settings SET settings = $1', ['{}']);
      await test.rebuild();
      expect(data(await office.get(at('/settings')))).toEqual({ version: 1, settings: changed.settings, warnings: [] });
    });
  });
});
