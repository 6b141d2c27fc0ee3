/** The server rejected a request. The message says what was wrong and what to do. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  static async of(response: Response): Promise<ApiError> {
    const body = (await response.json().catch(() => undefined)) as { code?: string; message?: string } | undefined;
    const message = body?.message ?? `the server returned ${response.status} without an explanation; try again`;
    return new ApiError(response.status, body?.code ?? 'unknown', message);
  }
}

/** A change whose response did not arrive may have been made. */
const UNKNOWN =
  'The server did not respond. It is not known whether it received the request: look before you repeat a change.';

export const messageOf = (error: unknown): string =>
  // fetch rejects with TypeError when no response arrives
  error instanceof Error && !(error instanceof TypeError) ? error.message : UNKNOWN;
