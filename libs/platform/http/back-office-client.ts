import type { Proposal } from '@probity/contracts/proposals/views';

/**
 * An error of the back office or of the connection to it. `status` is the HTTP status. It is 0 for these codes:
 * `unreachable`, `cut_off` (the response is incomplete, so the outcome is unknown), `not_a_back_office` (another
 * server is at the address), and for an error in a line of a response.
 */
export class BackOfficeError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'BackOfficeError';
  }
}

/** The change that was asked for needs a second person. Nothing is changed yet. */
export class Proposed extends Error {
  constructor(readonly proposal: Proposal) {
    super(`the change waits for a second person as proposal ${proposal.id}`);
    this.name = 'Proposed';
  }
}

interface ErrorBody {
  status?: unknown;
  code?: string;
  message?: string;
}

/** A client of the back office API. Paths are relative to its base URL. A change that waits throws `Proposed`. */
export class BackOfficeClient {
  constructor(
    readonly baseUrl: string,
    /** of a session, of a service account, or of the operator; undefined: for requests that need none */
    private readonly token: string | undefined,
  ) {}

  get<Data>(path: string): Promise<Data> {
    return this.send('GET', path);
  }

  /** Like `get`, but returns undefined for a missing resource. */
  async find<Data>(path: string): Promise<Data | undefined> {
    try {
      return await this.get<Data>(path);
    } catch (error) {
      if (error instanceof BackOfficeError && error.status === 404) return undefined;
      throw error;
    }
  }

  post<Data>(path: string, body: object): Promise<Data> {
    return this.send('POST', path, body);
  }

  /** Sends a file as it is. */
  async postFile<Data>(path: string, name: string, content: Buffer): Promise<Data> {
    const headers = { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) };
    return this.dataOf(await this.request('POST', path, { headers, body: new Uint8Array(content) }));
  }

  /** Yields the bytes of a file as they arrive. */
  async *getFile(path: string): AsyncGenerator<Uint8Array> {
    yield* this.chunks(await this.request('GET', path, {}));
  }

  patch<Data>(path: string, body: object): Promise<Data> {
    return this.send('PATCH', path, body);
  }

  put<Data>(path: string, body: object): Promise<Data> {
    return this.send('PUT', path, body);
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  /** Sends a POST request and yields the JSON lines of the response as they arrive. */
  async *postForLines<Line>(path: string, body: object = {}): AsyncGenerator<Line> {
    const answer = await this.fetch('POST', path, body);
    if (answer.status === 202) await this.dataOf(answer);
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.chunks(answer)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield this.parseLine<Line>(line, answer);
    }
    if (rest !== '') throw this.cutOff();
  }

  private async *chunks(answer: Response): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of answer.body ?? []) yield chunk as Uint8Array;
    } catch {
      throw this.cutOff();
    }
  }

  private parseLine<Line>(text: string, answer: Response): Line {
    let line: Line & ErrorBody;
    try {
      line = JSON.parse(text) as Line & ErrorBody;
    } catch {
      throw this.notABackOffice();
    }
    if (line.status === 'error') throw failure(0, line, answer, 'the back office failed');
    return line;
  }

  private async send<Data>(method: string, path: string, body?: object): Promise<Data> {
    const answer = await this.fetch(method, path, body);
    return answer.status === 204 ? (undefined as Data) : this.dataOf(answer);
  }

  /** @throws Proposed for a change that waits */
  private async dataOf<Data>(answer: Response): Promise<Data> {
    const text = await answer.text().catch(() => {
      throw this.cutOff();
    });
    const envelope = parsed<{ data: Data }>(text);
    if (envelope?.data === undefined) throw this.notABackOffice();
    if (answer.status === 202) throw new Proposed(envelope.data as Proposal);
    return envelope.data;
  }

  private fetch(method: string, path: string, body?: object): Promise<Response> {
    if (!body) return this.request(method, path, {});
    return this.request(method, path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  private async request(
    method: string,
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ): Promise<Response> {
    const url = `${this.baseUrl}/${path}`;
    let answer: Response;
    try {
      answer = await fetch(url, {
        method,
        headers: {
          ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
          ...headers,
        },
        body,
      });
    } catch (error) {
      throw new BackOfficeError(
        0,
        'unreachable',
        `cannot reach the back office at ${this.baseUrl}: ${reasonOf(error)}`,
      );
    }
    if (answer.ok) return answer;
    const said = parsed<ErrorBody>(await answer.text().catch(() => '')) ?? {};
    throw failure(answer.status, said, answer, `${method} ${url} returned ${answer.status}`);
  }

  private cutOff(): BackOfficeError {
    return new BackOfficeError(
      0,
      'cut_off',
      `the response of the back office at ${this.baseUrl} is incomplete; the outcome is unknown`,
    );
  }

  private notABackOffice(): BackOfficeError {
    return new BackOfficeError(0, 'not_a_back_office', `the server at ${this.baseUrl} is not a back office`);
  }
}

/** Parses a JSON object. Returns undefined for any other text. */
function parsed<T extends object>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Adds the request id to the message of an internal error, because the server's log has the details under this id. */
function failure(status: number, said: ErrorBody, answer: Response, otherwise: string): BackOfficeError {
  const code = said.code ?? 'error';
  const message = said.message ?? otherwise;
  const id = answer.headers.get('x-request-id');
  const isItsOwn = status >= 500 || code === 'internal';
  return new BackOfficeError(status, code, isItsOwn && id !== null ? `${message} (X-Request-Id: ${id})` : message);
}

/** `fetch` puts the reason into `cause`. The message of the cause is empty when a host name has several addresses. */
function reasonOf(error: unknown): string {
  const cause = (error as Error).cause as (Error & { code?: string }) | undefined;
  return cause?.message || cause?.code || (error as Error).message;
}
