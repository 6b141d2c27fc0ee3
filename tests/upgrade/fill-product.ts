import { until } from '../crash/until';
import { fillCustomers } from './fill/fill-customers';
import { fillDecisions } from './fill/fill-decisions';
import { fillEvents } from './fill/fill-events';
import { fillLedgers, type SentPosting } from './fill/fill-ledgers';
import { fillOwnList, fillSharedList } from './fill/fill-lists';
import { fillRules, fillSettings } from './fill/fill-rules';
import { fillTenant, type FixtureKeys } from './fill/fill-tenant';
import { fillUnfinished, type Unfinished } from './fill/fill-unfinished';
import { fillWebhooks, type RotatedEndpoint } from './fill/fill-webhooks';
import type { FilledTenant, Scene } from './fill/scene';
import { type RecordedAnswer, recordAnswers } from './recorded-answers';

export interface FixtureTenant {
  id: string;
  slug: string;
  /** API keys of the dump; not secret, because they give access to invented data only */
  fixture_keys: FixtureKeys;
  posting: SentPosting;
  works: RotatedEndpoint;
}

/** The data that is recorded together with a dump. */
export interface Fixture {
  made_at: string;
  /** the address of the webhook receiver; a later test replaces it with the address of its own receiver */
  receiver_origin: string;
  tenants: FixtureTenant[];
  unfinished: Unfinished & { id: string; slug: string; fixture_keys: FixtureKeys };
  /** everything that the APIs returned about `tenants`, but not about the tenant of `unfinished` */
  answers: RecordedAnswer[];
}

/**
 * Fills an empty product with data of every kind, through its APIs, and records their responses. The caller
 * must stop the product immediately afterwards, so that the unfinished work stays unfinished.
 */
export async function fillProduct(scene: Scene): Promise<Fixture> {
  await fillSharedList(scene.backOffice);
  const tenants: FixtureTenant[] = [];
  for (const [slug, name] of [
    ['upgrade-prima', 'First “é東”'],
    ['upgrade-secunda', 'Second'],
  ] as const) {
    const { tenant, keys } = await fillTenant(scene, slug, name);
    tenants.push({ id: tenant.id, slug, fixture_keys: keys, ...(await fillFully(scene, tenant)) });
  }
  const { tenant: third, keys } = await fillTenant(scene, 'upgrade-tertia', 'With unfinished work');
  await everythingIsDone(scene);
  const answers = await recordAnswers(scene, tenants);
  const unfinished = { id: third.id, slug: third.slug, fixture_keys: keys, ...(await fillUnfinished(scene, third)) };
  const { origin } = new URL(unfinished.endpoint.url);
  return { made_at: new Date().toISOString(), receiver_origin: origin, tenants, unfinished, answers };
}

async function fillFully(scene: Scene, tenant: FilledTenant): Promise<Pick<FixtureTenant, 'posting' | 'works'>> {
  const posting = await fillLedgers(tenant);
  const { works, finish } = await fillWebhooks(scene, tenant);
  await fillRules(tenant);
  await fillOwnList(tenant);
  const customers = await fillCustomers(tenant);
  await fillEvents(scene, tenant, customers);
  await fillDecisions(tenant, customers);
  await fillSettings(tenant);
  await finish();
  return { posting, works };
}

const WORK_IS_LEFT = `
  SELECT 'an event' AS "left" FROM pipeline.inbox WHERE status = 'pending'
  UNION ALL SELECT 'a delivery' FROM webhooks.deliveries WHERE due_at IS NOT NULL
  UNION ALL SELECT 'a screening' FROM pipeline.rescreen_jobs WHERE finished_at IS NULL
  UNION ALL SELECT 'an alert without a delivery' FROM event_store.events e
    WHERE type IN ('AlertRaised', 'AlertResolved', 'AlertDismissed')
      AND NOT EXISTS (SELECT FROM webhooks.events w WHERE w.event_id = e.id)`;

/** Waits until no work is left, because the recorded responses must not change afterwards. */
async function everythingIsDone({ owner }: Scene): Promise<void> {
  await until('no work is left', async () => {
    const { rows } = await owner.query<{ left: string }>(WORK_IS_LEFT);
    if (rows.length > 0) throw new Error(`there is ${rows[0]!.left}`);
    return true;
  });
}
