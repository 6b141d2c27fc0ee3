import { source as axe, type AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { oneTimeCode } from '@probity/platform/one-time-codes';
import type { DemoPerson } from '../../apps/standalone/demo/demo-staff';

/** What a person at the desk should never meet. */
const NOTED = new Set(['error', 'warning']);
/** The browser itself reports a response that the desk explains to the person. */
const EXPLAINED = /^Failed to load resource: the server responded with a status of (400|401|404|409)/;

/** In pixels. */
export const PHONE_WIDTH = 390;

export type ColorScheme = 'light' | 'dark';

/** A person with a browser at the desk. Collects what no page should cause. */
export class Person {
  /** messages of the console, errors of scripts, requests to other hosts, 403 and 5xx */
  readonly problems: string[] = [];

  private constructor(
    private readonly desk: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.watch(page);
  }

  static async open(browser: Browser, desk: string, colorScheme: ColorScheme = 'light'): Promise<Person> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
    context.setDefaultTimeout(20_000);
    return new Person(desk, context, await context.newPage());
  }

  /** A further tab of the same browser. */
  async newTab(path: string): Promise<Page> {
    const page = await this.context.newPage();
    this.watch(page);
    await page.goto(this.at(path));
    return page;
  }

  async withTheme(colorScheme: ColorScheme): Promise<this> {
    await this.page.emulateMedia({ colorScheme });
    // While a colour changes, it has less contrast. The page begins to change it in one of the next frames.
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await this.page.evaluate(
      'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))',
    );
    return this;
  }

  at(path: string): string {
    return new URL(`/desk${path}`, this.desk).href;
  }

  /** @param first the heading of the first page of the person */
  async signIn(
    { email, password, code_secret }: Pick<DemoPerson, 'email' | 'password' | 'code_secret'>,
    first = 'Alerts',
  ): Promise<void> {
    await this.open('/');
    await this.page.getByLabel('Email').fill(email);
    await this.page.locator('input[type=password]').fill(password);
    await this.page.getByLabel('One-time code').fill(oneTimeCode(code_secret));
    await this.page.keyboard.press('Enter');
    await this.heading(first).waitFor();
  }

  /** Accepts the invitation that is open, with the codes of an app. */
  async accept(password: string): Promise<void> {
    const secret = await this.page.locator('[data-secret]').innerText();
    await this.page.getByLabel(/^Password/).fill(password);
    await this.page.getByRole('textbox', { name: 'One-time code' }).fill(oneTimeCode(secret.trim()));
    await this.page.keyboard.press('Enter');
  }

  /** Goes to a page of the desk, as with a bookmark. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.at(path));
  }

  /** Waits until the page has shown what the keys before changed. */
  async settled(): Promise<void> {
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  /** Opens the first row of the list that is shown. On a busy machine, rows are shown before they hear keys. */
  async openFirst(list: string, beforehand?: () => Promise<void>): Promise<void> {
    await this.heading(list).waitFor();
    await this.page.locator('tbody tr').first().waitFor();
    await beforehand?.();
    const listed = this.page.url();
    const opened = () =>
      this.page
        .waitForURL((url) => url.href !== listed, { timeout: 2_000 })
        .then(
          () => true,
          () => false,
        );
    do await this.press('Enter');
    while (!(await opened()));
  }

  /** Presses keys one after the other, as soon as the page has loaded: before that, its keys do nothing. */
  async press(...keys: string[]): Promise<void> {
    await this.loaded();
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Writes the reason into the dialog that is open, and confirms with the keyboard. */
  async giveReason(reason: string): Promise<void> {
    const field = this.page.getByRole('dialog').getByLabel('Reason');
    await field.fill(reason);
    await field.press('Control+Enter');
    await this.page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  /**
   * Keeps reads of an address waiting, as on a slow connection: the page shows what it has.
   *
   * @returns lets them go on
   */
  async holdReads(address: string): Promise<() => void> {
    let goOn!: () => void;
    const released = new Promise<void>((done) => (goOn = done));
    await this.page.route(address, async (route) => {
      if (route.request().method() === 'GET') await released;
      await route.continue();
    });
    return goOn;
  }

  /** What axe finds wrong with the page for people who cannot see it well or use no mouse. */
  async violations(): Promise<string[]> {
    await this.loaded();
    // A message that fades in or out has less contrast for a moment.
    await this.page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
    const { violations } = await this.page.evaluate<AxeResults>(`${axe}; axe.run({ resultTypes: ['violations'] })`);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }

  /** How wide the page is on the narrow screen of a phone; a wider one would have to be scrolled sideways. */
  async widthOnPhone(): Promise<number> {
    const wide = this.page.viewportSize()!;
    await this.page.setViewportSize({ width: PHONE_WIDTH, height: 844 });
    const width = await this.page.evaluate<number>('document.scrollingElement.scrollWidth');
    await this.page.setViewportSize(wide);
    return width;
  }

  /** Waits until the page has everything that it shows. */
  private async loaded(): Promise<void> {
    await this.page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  private watch(page: Page): void {
    page.on('console', (message) => {
      if (NOTED.has(message.type()) && !EXPLAINED.test(message.text())) this.problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => this.problems.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL(this.desk).origin)) this.problems.push(`a request to ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() === 403 || response.status() >= 500)
        this.problems.push(`${response.status()} for ${response.request().method()} ${response.url()}`);
    });
  }
}
