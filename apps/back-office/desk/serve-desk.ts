import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

/** What the build of apps/desk wrote; tests, which run the sources, use the last build. */
const BUILT = __filename.endsWith('.ts') ? join(__dirname, '../../../dist/apps/desk') : join(__dirname, '../../desk');
const PATH = '/desk';
const NONCE = '__STYLE_NONCE__';
const NONCE_BYTES = 16;

/**
 * The page runs only its own scripts and calls only this server. Styles are in its own files, or have the nonce of the
 * page. What strangers wrote into a name or a payload can therefore run nothing and call no other server.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Serves the desk: `/` leads to `/desk/`, every path below is the page, and `/desk/assets/` has its files, which
 * never change under the same name.
 */
export async function serveDesk(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const index = join(BUILT, 'index.html');
  const page = existsSync(index) ? readFileSync(index, 'utf8') : undefined;
  const send = (reply: FastifyReply): FastifyReply => {
    if (page === undefined) return reply.code(404).type('text/plain').send('The desk is not built: npm run build');
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .headers({ 'content-security-policy': policy(nonce), 'content-type': 'text/html; charset=utf-8' })
      .send(page.replace(NONCE, nonce));
  };
  fastify.get('/', (_request, reply) => reply.redirect(`${PATH}/`));
  fastify.get(PATH, (_request, reply) => reply.redirect(`${PATH}/`));
  fastify.get(`${PATH}/*`, (_request, reply) => send(reply));
  if (page === undefined) return;
  const icon = readFileSync(join(BUILT, 'icon.svg'));
  fastify.get(`${PATH}/icon.svg`, (_request, reply) => reply.type('image/svg+xml').send(icon));
  await fastify.register(fastifyStatic, {
    root: join(BUILT, 'assets'),
    prefix: `${PATH}/assets/`,
    preCompressed: true,
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
}
