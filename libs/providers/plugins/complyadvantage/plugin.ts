import Type from 'typebox';
import { providerPlugin } from '../../plugin';
import { ProviderFailure } from '../../provider-api';
import { WebhookRejected } from '../../provider-signal';
import { hmacBase64, requireRecent, requireSignature, signatureHeader } from '../../webhook-signature';
import { isCaseEvent, isEvent, REPEATED_VERSION, signalOf, TYPES } from './case-event';
import { findingOf, isSearch, MAX_HITS, searchOf, TITLE } from './search';

/** Each search is stored and counted by ComplyAdvantage. */
const CACHE_SECONDS = 3_600;
/** Searches at the same time; an account may send 600 in a minute. */
const AT_ONCE = 5;

const Settings = Type.Object({
  base_url: Type.String({ description: 'address of the REST API of your region: https://api.complyadvantage.com' }),
  api_key: Type.String({ minLength: 8, description: 'from the web application, under API keys' }),
  search_profile: Type.Optional(Type.String({ minLength: 1, description: 'id of the search profile to search with' })),
  types: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, description: 'kinds of entries to find: sanction, warning, pep, …' }),
  ),
  fuzziness: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'how much a name may differ; 0 is exact' }),
  ),
  webhook_secret: Type.Optional(
    Type.String({
      minLength: 8,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'secret of signed Mesh webhooks, in Base64, as support gives it',
    }),
  ),
});
type Settings = Type.Static<typeof Settings>;

/**
 * Screens with searches of the REST API, and reads the signed webhooks of ComplyAdvantage Mesh about cases
 * (`./search.ts` and `./case-event.ts` have the formats and their sources).
 *
 * The fuzziness and the search profile decide what a hit is, and each hit is a finding: the threshold of the tenant
 * does not apply, because ComplyAdvantage's scores are not comparable. Webhooks of the REST API have no signature,
 * so they are rejected. Mesh signs webhooks by the Standard Webhooks specification, version 1, once support has
 * enabled it: https://support.complyadvantage.com/articles/1495548586-webhook-signatures-in-mesh
 */
export const plugin = providerPlugin({
  name: 'complyadvantage',
  version: '1.0.0',
  title: TITLE,
  stages: ['screening'],
  configuration: Settings,
  secrets: ['api_key', 'webhook_secret'],
  baseUrl: ({ base_url }) => base_url,

  async screening({ customer, subjects }, api, settings) {
    const headers = headersOf(settings);
    const searches = [];
    for (let from = 0; from < subjects.length; from += AT_ONCE) {
      const asked = subjects.slice(from, from + AT_ONCE).map(async (subject) => {
        const body = searchOf(customer.id, subject, settings);
        const response = await api.request({ method: 'POST', path: '/searches', headers, body });
        if (!isSearch.Check(response.body)) throw new ProviderFailure('not_understood', `${TITLE} returned no search`);
        return { subject, ...response.body.content.data };
      });
      searches.push(...(await Promise.all(asked)));
    }
    const whitelisted = searches.flatMap(({ hits }) => hits.filter(({ is_whitelisted }) => is_whitelisted)).length;
    const more = searches.flatMap(({ total_hits, hits }, subject) =>
      total_hits > Math.min(hits.length, MAX_HITS) ? [`${total_hits} hits of subject ${subject + 1}`] : [],
    );
    return {
      findings: searches.flatMap(({ subject, hits }) =>
        hits
          .filter(({ is_whitelisted }) => !is_whitelisted)
          .slice(0, MAX_HITS)
          .map((hit) => findingOf(hit, subject)),
      ),
      evidence: { searches: searches.map(({ ref, total_hits }) => ({ ref, total_hits })), whitelisted },
      cacheSeconds: CACHE_SECONDS,
      ...(more.length > 0 && { incomplete: `${more.join(', ')}; at most ${MAX_HITS} of each are alerts` }),
    };
  },

  webhooks: {
    verify(webhook, { webhook_secret }) {
      if (!webhook_secret) throw new WebhookRejected('unverified', 'no webhook_secret is configured');
      const id = signatureHeader(webhook, 'webhook-id');
      const time = signatureHeader(webhook, 'webhook-timestamp');
      requireRecent(time, webhook);
      const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), webhook.body]);
      const signature = hmacBase64('sha256', Buffer.from(webhook_secret, 'base64'), signed);
      requireSignature(signatureHeader(webhook, 'webhook-signature').split(' '), `v1,${signature}`);
    },

    read(body, _, webhook) {
      if (!isEvent.Check(body)) throw new WebhookRejected('unreadable', `the body is not an event of ${TITLE}`);
      if (!TYPES.includes(body.webhook_type) || body.api_version === REPEATED_VERSION) return [];
      if (!isCaseEvent.Check(body)) throw new WebhookRejected('unreadable', 'the event has no case of version 2');
      return [signalOf(body, webhook)];
    },
  },

  async test(api, settings) {
    await api.request({ method: 'GET', path: '/users', headers: headersOf(settings) });
    return 'The API key works.';
  },
});

const headersOf = ({ api_key }: Settings): Record<string, string> => ({ authorization: `Token ${api_key}` });
