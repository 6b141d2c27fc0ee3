import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { Api } from '../../../../testing/api';

/** A client that listens to the changes of a tenant. */
export class Listener {
  private text = '';
  private readonly messages: string[] = [];
  private readonly chunks: AsyncIterator<string>;

  private constructor(
    private readonly request: ClientRequest,
    private readonly response: IncomingMessage,
  ) {
    this.chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
  }

  static async open(api: Api, slug: string): Promise<Listener> {
    const headers = { authorization: `Bearer ${api.token}` };
    const request = get(`${api.baseUrl}/tenants/${slug}/changes`, { headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    const listener = new Listener(request, response);
    expect(await listener.message()).toMatch(/^retry: \d+\nevent: ready\n/);
    return listener;
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  /** The kinds of the next change. */
  async next(): Promise<string[]> {
    const message = await this.message();
    const match = /^event: changed\ndata: (.*)$/.exec(message ?? '');
    if (!match) throw new Error(`no change, but ${message ?? 'the end'}`);
    return (JSON.parse(match[1]!) as { kinds: string[] }).kinds;
  }

  /** Resolves when the server has ended the stream. */
  async ended(): Promise<void> {
    while ((await this.message()) !== undefined);
  }

  leave(): void {
    this.request.destroy();
  }

  /** The next message that is no comment; undefined at the end. */
  private async message(): Promise<string | undefined> {
    while (this.messages.length === 0) {
      const { value, done } = await this.chunks.next();
      if (done) return undefined;
      const parts = (this.text + value).split('\n\n');
      this.text = parts.pop()!;
      this.messages.push(...parts.filter((part) => part !== ':'));
    }
    return this.messages.shift();
  }
}
