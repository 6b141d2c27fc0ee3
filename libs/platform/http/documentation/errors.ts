import Type from 'typebox';
import { view } from '@probity/contracts/declaration/view';
import type { ErrorCode } from '../../errors';
import type { DocumentedRefusal, Route } from './api-route';

export const ErrorBody = view(
  'ErrorBody',
  Type.Object({
    status: Type.Literal('error'),
    message: Type.String({ description: 'for people: names the field and what was expected' }),
    code: Type.String({ description: 'a stable word for machines' }),
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
  /** messages by their codes */
  examples: Record<string, string>;
}

/** What the errors of an operation follow from. */
export interface Asked {
  route: Route;
  /** path parameters in order, each with its code and message when it is refused, and an example */
  parameters: { name: string; example: string; refusal?: readonly [code: ErrorCode, message: string] }[];
  /** path parameters that name something which may be missing, by what messages call it */
  names: Readonly<Record<string, string>>;
  hasBody: boolean;
  /** whether the body is checked field by field */
  hasFields: boolean;
}

const REPEAT = 'repeat a posting only with the same idempotency_key and an event only with the same transaction_id';

const BODY_TOO_LARGE: DocumentedError = {
  status: 413,
  description: 'the body is over 1 MiB',
  examples: { body_too_large: 'the request body must be at most 1 MiB' },
};

const notFound = (message: string): DocumentedError => ({
  status: 404,
  description: '`not_found`: it is not there, or not this tenant’s',
  examples: { not_found: message },
});

/** The errors of an operation behind the checks that all operations of its API share. */
export function errorsOf(asked: Asked, shared: DocumentedError[]): DocumentedError[] {
  const { route, parameters, names, hasBody } = asked;
  const { refusals = [] } = route;
  const wrong = ['the request is wrong; `message` names the field and what was expected'];
  const missing = parameters.filter(({ name }) => name in names).map(({ name, example }) => [names[name]!, example]);
  if (route.missing) missing.push([route.missing, '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071']);
  const [name, id] = missing.at(-1) ?? [];
  return [
    {
      status: 400,
      description: [...wrong, ...refusals.map(({ code, when }) => `\`${code}\`: ${when}`)].join('; '),
      examples: { ...wrongRequests(asked), ...messages(refusals) },
    },
    ...shared,
    ...(name === undefined ? [] : [notFound(`${name} ${id} was not found`)]),
    ...(hasBody ? [BODY_TOO_LARGE] : []),
    {
      status: 500,
      description: '`internal`: something went wrong inside; whether it was done is not known',
      examples: { internal: 'something went wrong on our side; quote the X-Request-Id' },
    },
    {
      status: 503,
      description:
        `\`outcome_unknown\`: it may or may not have been done, so ${route.outcomeUnknown ?? REPEAT}; ` +
        '`unavailable`: nothing was done' +
        (route.unavailable ? `; ${route.unavailable}` : ''),
      examples: { unavailable: 'the service that works on it is stopping; ask again' },
    },
  ];
}

/** What is refused for its parameters and its body before anything is asked what it thinks of them. */
function wrongRequests({ route, parameters, hasBody, hasFields }: Asked): Record<string, string> {
  return {
    bad_url: 'the path is not a valid URL component',
    ...Object.fromEntries(parameters.flatMap(({ refusal }) => (refusal ? [refusal] : []))),
    ...(route.list ? { invalid_field: 'limit must be a whole number from 1 to 100' } : {}),
    ...(hasBody ? { not_json: 'the request body is not valid JSON' } : {}),
    ...(hasFields ? { invalid_field: 'the request body must be a JSON object' } : {}),
  };
}

const messages = (refusals: DocumentedRefusal[]): Record<string, string> =>
  Object.fromEntries(refusals.map(({ code, message }) => [code, message]));
