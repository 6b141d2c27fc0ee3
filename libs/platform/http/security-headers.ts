import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

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
const ONE_YEAR_S = 31_536_000;

/** The headers that Helmet sets. They are the same for every request, so they are computed once. */
function headersOf(directives: Record<string, string[]>, behindTls: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: behindTls ? { maxAge: ONE_YEAR_S, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // These headers are for pages with content of other sites, or for browsers that no longer exist.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
}

/** The headers of every response with data, which may hold personal data or a secret: no cache may store it. */
const dataHeaders = (behindTls: boolean): Record<string, string> => ({
  ...headersOf(DATA, behindTls),
  'cache-control': 'no-store',
});

/** The headers of responses that are sent before the hook runs. */
export const EARLY_HEADERS = dataHeaders(false);

/**
 * Adds security headers to every response, including early rejections. Must run before other hooks are added, because a
 * hook that rejects a request ends the hooks.
 *
 * @param behindTls adds Strict-Transport-Security: a browser that saw it once never again uses plain HTTP
 * @param isDocument whether a route serves documentation, which caches may store
 */
export function addSecurityHeaders(
  fastify: FastifyInstance,
  behindTls: boolean,
  isDocument: (route: string) => boolean,
): void {
  const [ofData, ofDocuments] = [dataHeaders(behindTls), headersOf(DOCUMENTATION, behindTls)];
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url;
    void reply.headers(route !== undefined && isDocument(route) ? ofDocuments : ofData);
    done();
  });
}
