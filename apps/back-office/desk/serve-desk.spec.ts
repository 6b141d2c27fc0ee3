import { startTestOffice, type TestOffice } from '../../../testing/test-office';

describe('the desk', () => {
  let office: TestOffice;
  beforeAll(async () => {
    office = await startTestOffice();
  });
  afterAll(() => office.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, office.url), { headers, redirect: 'manual' });

  it.each(['/', '/desk'])('is where %s leads', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/desk/']);
  });

  it('is one page for every path below', async () => {
    for (const path of ['/desk/', '/desk/sign-in', '/desk/acme/alerts/01a1f872-c94e-77c3-82f5-95ce89d7ef41']) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('<div id="desk">');
    }
  });

  it('runs only its own scripts, and each page has a new nonce for its styles', async () => {
    const pages = await Promise.all([get('/desk/'), get('/desk/')]);
    const nonces = await Promise.all(
      pages.map(async (page) => {
        const policy = page.headers.get('content-security-policy')!;
        expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(page.headers.get('cache-control')).toBe('no-store');
        const [, nonce] = /<meta name="style-nonce" content="([^"]+)"/.exec(await page.text())!;
        expect(policy).toContain(`'nonce-${nonce}'`);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('has compressed scripts that browsers may keep, below 250 KB for the first page', async () => {
    const html = await (await get('/desk/')).text();
    const scripts = [...html.matchAll(/(?:src|href)="(\/desk\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
    expect(scripts.length).toBeGreaterThan(0);
    const sizes = await Promise.all(
      scripts.map(async (path) => {
        const response = await get(path, { 'accept-encoding': 'br' });
        const bytes = Number(response.headers.get('content-length'));
        // The build does not compress the smallest files.
        if (bytes >= 1_024) expect(response.headers.get('content-encoding')).toBe('br');
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        return bytes;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
  });

  it.each(['/desk/assets/unknown.js', '/desk/assets/..%2findex.html', '/desk/assets/%2e%2e/%2e%2e/package.json'])(
    'serves no file outside its assets: %s',
    async (path) => {
      const response = await get(path);
      expect(await response.text()).not.toMatch(/"dependencies"|__STYLE_NONCE__/);
    },
  );
});
