/** What the back office answered instead of what was asked for. */
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

interface ErrorBody {
  code?: string;
  message?: string;
}

/** A client of the back office API. Paths are relative to its base address. */
export class BackOfficeClient {
  constructor(
    private readonly baseUrl: string,
    private readonly operatorToken: string,
  ) {}

  get<Data>(path: string): Promise<Data> {
    return this.send('GET', path);
  }

  /** Like `get`, but undefined for what does not exist. */
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

  put<Data>(path: string, body: object): Promise<Data> {
    return this.send('PUT', path, body);
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  /** Posts, and yields the lines of JSON that come back, as they come. */
  async *postForLines<Line>(path: string, body: object = {}): AsyncGenerator<Line> {
    const answer = await this.fetch('POST', path, body);
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield parseLine<Line>(line);
    }
    if (rest !== '') throw new BackOfficeError(0, 'cut_off', 'the answer was cut off');
  }

  private async send<Data>(method: string, path: string, body?: object): Promise<Data> {
    const answer = await this.fetch(method, path, body);
    if (answer.status === 204) return undefined as Data;
    return ((await answer.json()) as { data: Data }).data;
  }

  private async fetch(method: string, path: string, body?: object): Promise<Response> {
    const url = `${this.baseUrl}/${path}`;
    let answer: Response;
    try {
      answer = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${this.operatorToken}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body: body && JSON.stringify(body),
      });
    } catch (error) {
      const reason = ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message;
      throw new BackOfficeError(0, 'unreachable', `no back office answers at ${this.baseUrl}: ${reason}`);
    }
    if (answer.ok) return answer;
    const { code, message }: ErrorBody = await answer.json().catch((): ErrorBody => ({}));
    throw new BackOfficeError(answer.status, code ?? 'error', message ?? `${method} ${url} answered ${answer.status}`);
  }
}

function parseLine<Line>(text: string): Line {
  const line = JSON.parse(text) as Line & { status?: string; code?: string; message?: string };
  if (line.status === 'error') throw new BackOfficeError(0, line.code ?? 'error', line.message ?? 'it failed');
  return line;
}
