import { OPEN_ROUTES } from '../../testing/open-routes';
import { Api } from '../../testing/api';
import { operationsOf } from './api-document';
import type { Product } from './product';

/** The documentation pages, the document of the events, and the API document of the back office. */
export function servedDocuments(product: () => Product): void {
  describe('the documentation page', () => {
    it.each(['baseUrl', 'backOfficeUrl'] as const)('is HTML whose parts all load, without a key (%s)', async (base) => {
      const page = await fetch(`${product()[base]}/docs`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      const html = await page.text();
      const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => new URL(match[1]!, page.url));
      expect(parts.length).toBeGreaterThan(2);
      for (const part of parts) {
        expect(part.origin).toBe(new URL(page.url).origin);
        const answer = await fetch(part);
        expect({ part: part.pathname, status: answer.status }).toEqual({ part: part.pathname, status: 200 });
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
      }
    });
  });

  describe('the document of the events', () => {
    it('is AsyncAPI 3.0, served as JSON without a key, and even with a wrong key', async () => {
      for (const key of [undefined, 'wrong']) {
        const answer = await new Api(product().baseUrl, key).get('/asyncapi.json');
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        expect(answer.body).toMatchObject({ asyncapi: '3.0.0', info: { title: expect.stringMatching(/./) } });
      }
    });

    it('describes the facts of ledgers and their topic', async () => {
      const { body } = await new Api(product().baseUrl, undefined).get('/asyncapi.json');
      const channel = Object.values<any>(body.channels).find(({ address }) =>
        /ledger\.ledger\.event\.v1$/.test(address),
      );
      expect(Object.keys(channel.messages)).toContain('ledger.TransactionPosted');
    });

    it('has a page that names every topic and message, and loads nothing else', async () => {
      const { body } = await new Api(product().baseUrl, undefined).get('/asyncapi.json');
      const page = await fetch(`${product().baseUrl}/docs/events`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      const html = await page.text();
      for (const channel of Object.values<any>(body.channels)) {
        expect(html).toContain(channel.address);
        for (const name of Object.keys(channel.messages)) expect(html).toContain(name);
      }
      expect(html).not.toMatch(/<(script|link|img|iframe)|\bsrc=|\bon[a-z]+=|url\(/i);
      const ids = new Set([...html.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]));
      for (const [, href] of html.matchAll(/href="([^"]+)"/g)) {
        if (href!.startsWith('#')) expect(ids).toContain(href!.slice(1));
        else expect((await fetch(new URL(href!, page.url))).status).toBe(200);
      }
    });
  });

  describe('the API document of the back office', () => {
    it('is OpenAPI 3.1, served without a token, with every operation behind the token', async () => {
      const answer = await product().backOffice.withKey(undefined).get('/openapi.json');
      expect(answer.status).toBe(200);
      expect(answer.body.openapi).toMatch(/^3\.1\.\d+$/);
      const described = operationsOf(answer.body);
      const open = described.filter(({ needsKey }) => !needsKey);
      expect(open.map(({ name }) => name).sort()).toEqual([...OPEN_ROUTES].sort());
      expect(described.map(({ name }) => name.replace(/\{[^}]+\}/g, '{}'))).toEqual(
        expect.arrayContaining([
          'POST /tenants',
          'GET /tenants',
          'GET /tenants/{}',
          'POST /tenants/{}/currencies',
          'GET /tenants/{}/currencies',
          'POST /tenants/{}/api-keys',
          'GET /tenants/{}/api-keys',
          'DELETE /tenants/{}/api-keys/{}',
        ]),
      );
    });
  });
}
