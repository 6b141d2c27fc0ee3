import { applyDecorators, Controller, HttpCode, SetMetadata, type StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Static, TSchema } from 'typebox';
import type { Proposal } from '@probity/contracts/proposals/views';
import type { PermissionName } from '@probity/contracts/staff/permissions';
import type { ErrorCode } from '../../errors';

/** A reason why a route returns 400 although the form of the request is valid. */
export interface DocumentedRefusal {
  code: ErrorCode;
  /** an example message with this code */
  message: string;
  /** when it is returned */
  when: string;
}

/**
 * The documentation of a route. One of `data`, `list`, `bare`, `lines`, `messages` and `download` describes the result; none
 * for 204.
 */
export interface Route {
  summary: string;
  description?: string;
  /** the success status; default 201 for POST and 200 for everything else */
  status?: number;
  /** `data` of the envelope */
  data?: TSchema;
  /** `data` of the envelope is an array of these */
  list?: TSchema;
  /** the whole body, without an envelope */
  bare?: TSchema;
  /** each line of the body, sent as the work progresses */
  lines?: TSchema;
  /** the data of each message of a stream of server-sent events, which does not end by itself */
  messages?: TSchema;
  /** the schema of the request body, if the method has no DTO class for it */
  body?: object;
  /** the route gets the bytes of the body, of any content type; its method takes them from the request */
  rawBody?: boolean;
  /** the body is a file: as with `rawBody`; `maxBytes` replaces the limit of other bodies, and `X-File-Name` is its name */
  upload?: { maxBytes: number };
  /** the response is a file */
  download?: true;
  /**
   * only for POST: whether the header Idempotency-Key has no meaning (`none`), or the route reads it itself (`own`);
   * default: the service of the command remembers the key
   */
  idempotency?: 'none' | 'own';
  /** the method waits for other work, and does not use up a turn of the reads of its tenant meanwhile */
  waits?: boolean;
  /** what the caller must be allowed to do; every route of the back office has one */
  permission?: PermissionName;
  /** the change may need a second person: then the route returns the proposal instead, with 202 */
  reviewed?: boolean;
  /** for a route that authenticates its callers itself, without the token of the API: its refusal with 401 */
  authentication?: DocumentedRefusal;
  /** the response holds a secret: for a repeated Idempotency-Key, only the same API key gets it again */
  secret?: boolean;
  /** headers of the successful response, by name */
  headers?: Record<string, object>;
  /** a resource that the body names and that may be missing, such as `ledger` */
  missing?: string;
  /** further refusals; a code alone is described with its meaning in the catalogue of error codes */
  refusals?: (ErrorCode | DocumentedRefusal)[];
  /** what to do after `outcome_unknown`; default: the advice for postings and events */
  outcomeUnknown?: string;
  /** further causes of 503 */
  unavailable?: string;
}

/** The return type of a route's method; EnvelopeAdapter adds the envelope. */
type Returned<R extends Route> = Succeeded<R> | (R extends { reviewed: true } ? Proposal : never);

type Succeeded<R extends Route> = R extends { data: infer Data extends TSchema }
  ? Static<Data>
  : R extends { list: infer Item extends TSchema }
    ? Static<Item>[]
    : R extends { bare: infer Body extends TSchema }
      ? Static<Body>
      : R extends { lines: TSchema } | { messages: TSchema }
        ? StreamableFile | void
        : R extends { download: true }
          ? StreamableFile
          : void;

/** Decorates only methods whose return type matches the documentation of their route. */
type RouteDecorator<Result> = <Handler extends (...given: never[]) => Result | Promise<Result>>(
  controller: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

const ROUTE = Symbol('how a route is documented');
const TAG = Symbol('the tag of a controller');

/**
 * Documents a route, checks the return type of its method, and sets its status. The rest of the documentation is
 * derived from the method: path parameters from their pipes, query and body from their DTO classes, and the errors
 * from all of these.
 */
export const ApiRoute = <R extends Route>(route: R): RouteDecorator<Returned<R>> =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    ...(route.status === undefined ? [] : [HttpCode(route.status)]),
    RouteConfig({
      ...((route.data ?? route.list ?? route.reviewed) && { envelope: envelopeOf(route) }),
      ...(route.secret && { secret: true }),
      ...(!remembersKeys(route) && { readsNoKey: true }),
      ...((route.rawBody || route.upload) && { rawBody: true }),
      ...(route.upload && { maxUploadBytes: route.upload.maxBytes }),
      ...(route.waits && { waits: true }),
      ...(route.messages && { isEndless: true }),
      ...(route.permission && { permission: route.permission }),
      ...(route.reviewed && { reviewed: true }),
      ...(route.authentication && { authenticatesItself: true }),
    }),
  );

/** A route without a result, or with lines, returns a proposal if its change waits for a second person. */
const envelopeOf = ({ data, list }: Route) => ((data ?? list) ? 'always' : 'for_content');

/** Whether the header Idempotency-Key of the route, if it is a POST, makes it safe to repeat. Reading needs no key. */
export const remembersKeys = ({ idempotency, lines, rawBody }: Route): boolean => !idempotency && !lines && !rawBody;

/** The documentation of a controller's method; undefined for a method that is not a route. */
export const routeOf = (method: object): Route | undefined => Reflect.getMetadata(ROUTE, method) as Route | undefined;

/** Marks a controller. All its operations have the tag, and their paths begin with `path`. */
export const ApiController = (tag: string, path: string): ClassDecorator =>
  applyDecorators(SetMetadata(TAG, tag), Controller(path));

export const tagOf = (controller: object): string => Reflect.getMetadata(TAG, controller) as string;
