import type { Browser } from 'playwright-core';
import { startChromium } from '../../../testing/browser/chromium';
import { Person } from '../person';

describe('what axe finds on a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  }, 120_000);
  afterAll(() => browser?.close());

  const page = (body: string): string =>
    `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`;

  it('is every barrier, with the place of each, and nothing on a page without one', async () => {
    const person = await Person.open(browser, 'http://127.0.0.1');
    await person.page.setContent(page('<button>Save</button>'));
    expect(await person.violations()).toEqual([]);
    await person.page.setContent(
      page('<button></button><button id="second"></button><p style="color: #bbb; background: #fff">Pale</p>'),
    );
    expect(await person.violations()).toEqual([
      expect.stringMatching(/^button-name: <button><\/button> \| <button id="second"><\/button>$/),
      expect.stringMatching(/^color-contrast: <p [^|]*$/),
    ]);
  });
});
