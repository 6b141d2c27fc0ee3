import { type Answer, Api } from '../api';

/** Where browsers reach the back office; nothing listens there. */
export const ORIGIN = 'https://office.example';

const MAX_REDIRECTS = 10;

/** A browser with cookies. It finds the back office at ORIGIN, where nothing listens, at its real address. */
export class Browser {
  /** by origin, and by name; with the path that they are for */
  private readonly cookies = new Map<string, Map<string, { value: string; path: string }>>();

  /** @param office `url`: the base address of its API */
  constructor(private readonly office: { url: string }) {}

  /** Opens an address and follows redirects up to the one to the back office or to a program, which it returns. */
  async toCallback(address: string): Promise<string> {
    let next = address;
    for (let count = 0; count < MAX_REDIRECTS; count++) {
      const response = await this.open(next);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} returned ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
      if (next.includes('/callback?') || next.includes('/?code=')) return next;
    }
    throw new Error('too many redirects');
  }

  /** Opens one address without following redirects. */
  async open(address: string, options: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const real = url.origin === ORIGIN ? new URL(url.pathname + url.search, this.office.url) : url;
    const headers = { ...(options.headers as Record<string, string>), cookie: this.cookieHeader(url) };
    const response = await fetch(real, { ...options, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.keep(url.origin, cookie);
    return response;
  }

  /** Calls the API of the back office as a page of its origin does. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.open(`${ORIGIN}/api/v1${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** Deletes the cookies of one origin. */
  forget(origin: string): void {
    this.cookies.delete(origin);
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(ORIGIN)?.get(name)?.value;
  }

  /** The session of the browser, as a program would use it. */
  api(): Api {
    return new Api(this.office.url, this.cookie('__Host-probity_session'));
  }

  private cookieHeader(url: URL): string {
    const known = [...(this.cookies.get(url.origin) ?? [])];
    const sent = known.filter(([, { path }]) => url.pathname.startsWith(path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  private keep(origin: string, text: string): void {
    const [pair = '', ...attributes] = text.split(/;\s*/);
    const [name = '', value = ''] = pair.split('=', 2);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    const kept = this.cookies.get(origin) ?? new Map<string, { value: string; path: string }>();
    this.cookies.set(origin, kept);
    if (value === '') kept.delete(name);
    else kept.set(name, { value, path });
  }
}
