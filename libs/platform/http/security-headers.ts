import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const NOTHING = ["'none'"];
/** Responses of the API are data: a browser that shows one loads nothing and shows it in no frame. */
const DATA = { defaultSrc: NOTHING, frameAncestors: NOTHING };
/**
 * The page of the API document (Swagger UI) loads its own scripts and calls this server. It sets styles inline and has
 * images in data: addresses.
 */
const DOCUMENTATION = {
  defaultSrc: NOTHING,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: NOTHING,
  formAction: NOTHING,
  frameAncestors: NOTHING,
};
/** The headers of responses that are sent before the plugin runs. */
export const EARLY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const ONE_YEAR_S = 31_536_000;

const policy = (directives: Record<string, string[]>) => ({
  contentSecurityPolicy: { useDefaults: false, directives },
});

/**
 * Adds the security headers of `@fastify/helmet` to every response, including early rejections, and `Cache-Control:
 * no-store` to all but documents: every response of an API may hold personal data or a secret. Must run before other
 * hooks are added, because a hook that rejects a request ends the hooks.
 *
 * @param behindTls adds Strict-Transport-Security: a browser that saw it once never again uses plain HTTP
 * @param isDocument whether a route serves documentation, which caches may store
 */
export async function addSecurityHeaders(
  fastify: FastifyInstance,
  behindTls: boolean,
  isDocument: (route: string) => boolean,
): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    if (isDocument(route.url)) route.helmet = policy(DOCUMENTATION);
  });
  await fastify.register(helmet, {
    ...policy(DATA),
    strictTransportSecurity: behindTls ? { maxAge: ONE_YEAR_S, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // These headers are for pages with content of other sites, or for browsers that no longer exist.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route === undefined || !isDocument(route)) void reply.header('cache-control', 'no-store');
    done();
  });
}
