import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../../generated/back-office';
import { csrfToken } from './csrf';
import { ApiError } from './errors';

export type Schemas = components['schemas'];

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const CONFIRM = '/api/v1/me/confirm';
const sessionEnded: (() => void)[] = [];

/** Calls back when the server says that the session has ended. */
export function onSessionEnded(call: () => void): void {
  sessionEnded.push(call);
}

let proveAgain = (): Promise<boolean> => Promise.resolve(false);

/**
 * Some changes need a sign-in within the last minutes. Then the person is asked to prove who they are.
 *
 * @param ask returns whether the person did; then the request is repeated
 */
export function onSignInNeeded(ask: () => Promise<boolean>): void {
  proveAgain = ask;
}

/** Copies of requests that may have to be sent again, by the id of the call: a body can be sent once. */
const repeatable = new Map<string, Request>();

const middleware: Middleware = {
  onRequest({ request, id, schemaPath }) {
    const token = csrfToken();
    if (CHANGES.has(request.method) && token !== undefined) request.headers.set('x-csrf-token', token);
    if (CHANGES.has(request.method) && schemaPath !== CONFIRM) repeatable.set(id, request.clone());
    return request;
  },
  onError({ id }) {
    repeatable.delete(id);
  },
  async onResponse({ response: first, id }) {
    let response = first;
    const repetition = repeatable.get(id);
    repeatable.delete(id);
    if (response.ok) return response;
    let error = await ApiError.of(response);
    if (error.code === 'sign_in_again' && repetition && (await proveAgain())) {
      response = await fetch(repetition);
      if (response.ok) return response;
      error = await ApiError.of(response);
    }
    if (error.code === 'bad_credentials') for (const call of sessionEnded) call();
    throw error;
  },
};

/** The API of the back office, with types from its OpenAPI document. Rejects with ApiError. */
export const api = createClient<paths>({ baseUrl: '/', credentials: 'same-origin' });
api.use(middleware);

/** Returns the data of a response in the envelope. */
export async function dataOf<Data>(response: Promise<{ data?: { data: Data } }>): Promise<Data> {
  const { data } = await response;
  return data!.data; // the middleware throws for every other response
}

type Proposal = Schemas['Proposal'];
/** The outcome of a change: it is made, or it waits for a second person. */
export type Change<Data> = { done: Data } | { proposed: Proposal };

/** Like `changeOf`, for a change that returns nothing when it is made. */
export async function emptyChangeOf(
  response: Promise<{ data?: { data: Proposal } | undefined; response: Response }>,
): Promise<Change<undefined>> {
  const { data, response: raw } = await response;
  return raw.status === 202 ? { proposed: data!.data } : { done: undefined };
}

/** Tells a change that was made from one that needs a second person, which the server says with 202. */
export async function changeOf<Data>(
  response: Promise<{ data?: { data: Data | Proposal }; response: Response }>,
): Promise<Change<Data>> {
  const { data, response: raw } = await response;
  return raw.status === 202 ? { proposed: data!.data as Proposal } : { done: data!.data as Data };
}
