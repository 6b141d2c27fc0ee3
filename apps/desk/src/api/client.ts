import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../../generated/back-office';
import { csrfToken } from './csrf';
import { ApiError } from './errors';

export type Schemas = components['schemas'];

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const sessionEnded: (() => void)[] = [];

/** Calls back when the server says that the session has ended. */
export function onSessionEnded(call: () => void): void {
  sessionEnded.push(call);
}

const middleware: Middleware = {
  onRequest({ request }) {
    const token = csrfToken();
    if (CHANGES.has(request.method) && token !== undefined) request.headers.set('x-csrf-token', token);
    return request;
  },
  async onResponse({ response }) {
    if (response.ok) return response;
    const error = await ApiError.of(response);
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

/** Tells a change that was made from one that needs a second person, which the server says with 202. */
export async function changeOf<Data>(
  response: Promise<{ data?: { data: Data | Proposal }; response: Response }>,
): Promise<Change<Data>> {
  const { data, response: raw } = await response;
  return raw.status === 202 ? { proposed: data!.data as Proposal } : { done: data!.data as Data };
}
