import Type from 'typebox';
import { view } from '@probity/contracts/declaration/view';
import ERROR_CODES from '../../data/error-codes.json';
import type { ErrorCode } from '../../errors';
import type { DocumentedRefusal, Route } from './api-route';

export const ErrorBody = view(
  'ErrorBody',
  Type.Object({
    status: Type.Literal('error'),
    message: Type.String({ description: 'text that names the field and the expected value' }),
    code: Type.String({ description: 'a stable code for programs' }),
  }),
  {
    description: 'The body of every error.',
    example: {
      status: 'error',
      message: 'entries do not balance: debits are 100 and credits are 90',
      code: 'unbalanced',
    },
  },
);

export interface DocumentedError {
  status: number;
  description: string;
  /** example messages by their codes */
  examples: Record<string, string>;
  /** headers of the response, by name */
  headers?: Record<string, object>;
}

/** The data from which the errors of an operation are derived. */
export interface Asked {
  route: Route;
  /** path parameters in order, each with an example, and the error code and message for an invalid value */
  parameters: { name: string; example: string; refusal?: readonly [code: ErrorCode, message: string] }[];
  /** for path parameters of resources that may be missing: the name of the resource in messages */
  names: Readonly<Record<string, string>>;
  /** whether the method of the request allows a body, which is read even if the route needs none */
  mayHaveBody: boolean;
  /** whether the service of the command remembers the header Idempotency-Key */
  remembersKeys: boolean;
  /** whether the body is checked field by field */
  hasFields: boolean;
  /** whether the query has parameters */
  hasQuery: boolean;
}

const TOO_MANY_REQUESTS = 429;
const REPEAT = 'read the current state before you send it again';
const REPEAT_WITH_KEY = 'send it again with the same Idempotency-Key; without one, read the current state first';

const RETRY_AFTER = { 'Retry-After': { description: 'in seconds', schema: { type: 'string', pattern: '^[0-9]+$' } } };

const KEY_ERRORS: DocumentedError[] = [
  {
    status: 409,
    description: '`idempotency_key_in_progress`: a request with the same Idempotency-Key is in progress',
    examples: {
      idempotency_key_in_progress:
        'a request with the same Idempotency-Key is in progress; send the same request again after Retry-After seconds',
    },
    headers: RETRY_AFTER,
  },
  {
    status: 422,
    description: '`idempotency_key_reused`: the Idempotency-Key was used for another request in the last 24 hours',
    examples: {
      idempotency_key_reused:
        'the Idempotency-Key was used for a different request in the last 24 hours. No changes were made; use a new key.',
    },
  },
];

const BODY_TOO_LARGE: DocumentedError = {
  status: 413,
  description: 'the body is over 1 MiB, or over the limit body_bytes of the tenant',
  examples: { body_too_large: 'the request body must be at most 1 MiB' },
};

function tooLarge({ upload }: Route): DocumentedError {
  if (!upload) return BODY_TOO_LARGE;
  const message = `the request body must be at most ${upload.maxBytes / 1024 ** 2} MiB`;
  return { status: 413, description: message, examples: { body_too_large: message } };
}

/** Errors of every operation that may have a body, before its content is read. */
const UNREADABLE: DocumentedError[] = [
  {
    status: 408,
    description: 'the request did not arrive completely within 30 s',
    examples: { request_timeout: 'the request did not arrive completely within 30 s' },
  },
  BODY_TOO_LARGE,
  {
    status: 415,
    description: 'the body is compressed, or its charset is not UTF-8',
    examples: { unsupported_encoding: 'the request body must not be compressed: leave out Content-Encoding' },
  },
];

const notFound = (message: string): DocumentedError => ({
  status: 404,
  description: '`not_found`: the resource does not exist or belongs to another tenant',
  examples: { not_found: message },
});

const unauthenticated = ({ code, message, when }: DocumentedRefusal): DocumentedError => ({
  status: 401,
  description: when,
  examples: { [code]: message },
});

/**
 * All errors of an operation. `shared` are the errors that every operation of its API can return, except routes that
 * authenticate their callers themselves.
 */
export function errorsOf(asked: Asked, shared: DocumentedError[]): DocumentedError[] {
  const { route, parameters, names, mayHaveBody, remembersKeys } = asked;
  const ofProposals: ErrorCode[] = route.reviewed ? ['too_many_proposals'] : [];
  const refusals = [...(route.refusals ?? []), ...ofProposals].map(described);
  const ofStatus = (wanted: number) => refusals.filter(({ code }) => ERROR_CODES[code].status === wanted);
  const rejected = ofStatus(400);
  const wrong = ['the request is invalid; `message` names the field and the expected value'];
  const missing = parameters.filter(({ name }) => name in names).map(({ name, example }) => [names[name]!, example]);
  if (route.missing) missing.push([route.missing, '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071']);
  const [name, id] = missing.at(-1) ?? [];
  return [
    {
      status: 400,
      description: [...wrong, ...rejected.map(reason)].join('; '),
      examples: { ...wrongRequests(asked), ...messages(rejected) },
    },
    ...(route.authentication
      ? [unauthenticated(route.authentication), ...shared.filter(({ status }) => status === TOO_MANY_REQUESTS)]
      : shared.map((error) => withRefusals(error, ofStatus(error.status)))),
    ...(name === undefined ? [] : [notFound(`${name} ${id} was not found`)]),
    ...(mayHaveBody ? UNREADABLE.map((error) => (error === BODY_TOO_LARGE ? tooLarge(route) : error)) : []),
    ...(remembersKeys ? KEY_ERRORS : []),
    {
      status: 500,
      description: '`internal`: an error inside Probity; the outcome is unknown',
      examples: { internal: 'an error occurred inside Probity, and the outcome is unknown; report the X-Request-Id' },
    },
    {
      status: 503,
      description:
        `\`outcome_unknown\`: the request may or may not take effect, so ${route.outcomeUnknown ?? (remembersKeys || route.idempotency === 'own' ? REPEAT_WITH_KEY : REPEAT)}; ` +
        '`unavailable`: no changes were made' +
        [...ofStatus(503).map(reason), ...(route.unavailable ? [route.unavailable] : [])]
          .map((one) => `; ${one}`)
          .join(''),
      examples: {
        unavailable: 'the service that handles the command is stopping; retry',
        ...messages(ofStatus(503)),
      },
      headers: RETRY_AFTER,
    },
  ];
}

/** An error that every operation can return, with the further reasons of one operation. */
function withRefusals(error: DocumentedError, refusals: DocumentedRefusal[]): DocumentedError {
  const description = [error.description, ...refusals.map(reason)].join('; ');
  return { ...error, description, examples: { ...error.examples, ...messages(refusals) } };
}

/** Example errors for invalid parameters and bodies, which are rejected before the method of the route runs. */
function wrongRequests({
  route,
  parameters,
  mayHaveBody,
  hasFields,
  hasQuery,
  remembersKeys,
}: Asked): Record<string, string> {
  return {
    bad_url: 'the path is not a valid URL component',
    ...Object.fromEntries(parameters.flatMap(({ refusal }) => (refusal ? [refusal] : []))),
    ...(hasQuery ? { invalid_field: 'colour is not a known field' } : {}),
    ...(route.list ? { invalid_field: 'limit must be a whole number from 1 to 100' } : {}),
    ...(remembersKeys || route.idempotency === 'own'
      ? { bad_idempotency_key: 'the header Idempotency-Key has 300 characters; send 1 to 255' }
      : {}),
    ...(mayHaveBody && !route.rawBody && !route.upload ? { not_json: 'the request body is not valid JSON' } : {}),
    ...(hasFields || route.body ? { invalid_field: 'the request body must be a JSON object' } : {}),
  };
}

/** A code alone gets the meaning in the catalogue of error codes. */
function described(refusal: ErrorCode | DocumentedRefusal): DocumentedRefusal {
  if (typeof refusal !== 'string') return refusal;
  const { meaning } = ERROR_CODES[refusal];
  return { code: refusal, message: meaning, when: meaning.replace(/\.$/, '') };
}

const reason = ({ code, when }: DocumentedRefusal): string => `\`${code}\`: ${when}`;

const messages = (refusals: DocumentedRefusal[]): Record<string, string> =>
  Object.fromEntries(refusals.map(({ code, message }) => [code, message]));
