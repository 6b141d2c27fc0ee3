/** A response of the API: its status, its headers and its parsed body. */
export interface Answer<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A minimal client of the public API for tests that check statuses and envelopes: it returns responses unchanged. */
export class Api {
  constructor(
    readonly baseUrl: string,
    readonly token: string | undefined,
  ) {}

  /** Returns a client of the same API with another key, or with none. */
  withKey(key: string | undefined): Api {
    return new Api(this.baseUrl, key);
  }

  /** For requests that are not made with this client. */
  get authorization(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }

  get<Body = any>(path: string): Promise<Answer<Body>> {
    return this.send('GET', path);
  }

  post<Body = any>(path: string, body?: unknown): Promise<Answer<Body>> {
    return this.send('POST', path, body === undefined ? undefined : JSON.stringify(body));
  }

  put<Body = any>(path: string, body: unknown): Promise<Answer<Body>> {
    return this.send('PUT', path, JSON.stringify(body));
  }

  delete<Body = any>(path: string): Promise<Answer<Body>> {
    return this.send('DELETE', path);
  }

  /** For a route whose body is one JSON object per line. */
  async postForLines(path: string, body: unknown): Promise<Answer<Record<string, unknown>[]>> {
    const { text, ...answer } = await this.exchange('POST', path, JSON.stringify(body));
    return {
      ...answer,
      body: text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    };
  }

  /** Sends the body unchanged, whether or not it is JSON. The body of a response that is lines of JSON is their text. */
  async send<Body = any>(
    method: string,
    path: string,
    rawBody?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const { text, ...answer } = await this.exchange(method, path, rawBody, headers);
    if (answer.headers.get('content-type') === 'application/x-ndjson') return { ...answer, body: text as Body };
    return { ...answer, body: (text === '' ? undefined : JSON.parse(text)) as Body };
  }

  private async exchange(method: string, path: string, rawBody?: string, headers: Record<string, string> = {}) {
    const answer = await fetch(`${this.baseUrl}${path}`, {
      method,
      body: rawBody,
      headers: {
        ...this.authorization,
        ...(rawBody === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    return { status: answer.status, headers: answer.headers, text: await textOf(answer) };
  }
}

/** The text of a response; none of a stream of messages, which does not end by itself. */
export async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'text/event-stream') return answer.text();
  await answer.body?.cancel();
  return '';
}
