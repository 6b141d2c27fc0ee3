import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { providerPlugin } from '@probity/providers/plugin';
import { PluginRegistry } from '@probity/providers/registry';
import type { Answer, Api } from '../../../testing/api';
import { data, startTestOffice, type TestOffice } from '../../../testing/test-office';

// A spec that imports this file gets a running back office and a new tenant for each test.

export const WHY = { reason: 'because' };
/** The caller of these specs, as commands name it. */
export const OPERATOR = { officer: 'operator token', officer_id: 'operator' };
export const ACTOR = { actor: 'staff:operator', actor_name: 'operator token' };

export let test: TestOffice;
export let office: Api;
export let sent: TestOffice['sent'];
export let replies: TestOffice['replies'];
export let slug: string;
export let tenantId: string;

/** A plugin that can be called for screening. */
const SCREENING_PLUGIN = providerPlugin({
  name: 'yente',
  version: '1.0.0',
  title: 'A plugin',
  stages: ['screening', 'kyc'],
  configuration: Type.Object({}),
  secrets: [],
  baseUrl: () => 'https://provider.example',
  screening: () => Promise.resolve({ findings: [], evidence: {}, cacheSeconds: 0 }),
});

beforeAll(async () => {
  test = await startTestOffice(new PluginRegistry([SCREENING_PLUGIN]));
  ({ api: office, sent, replies } = test);
});
afterAll(() => test?.stop());

beforeEach(async () => {
  slug = `t-${randomUUID()}`;
  tenantId = data(await office.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201).id;
  sent.length = 0;
});
afterEach(() => {
  for (const name of Object.keys(replies)) delete replies[name];
});

export const at = (path: string): string => `/tenants/${slug}${path}`;
export const patch = (path: string, body: unknown): Promise<Answer> =>
  office.send('PATCH', at(path), JSON.stringify(body));
