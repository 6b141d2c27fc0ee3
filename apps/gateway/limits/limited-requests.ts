import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '@probity/platform/metrics';
import type { ApiKeyCredential } from '@probity/read-side/tenants/tenant-queries';
import { Refusal } from '@probity/platform/errors';
import { MAX_BODY_BYTES } from '@probity/platform/http/body-limit';
import { clientAddress } from '@probity/platform/http/client-address';
import { onceEnded } from '@probity/platform/http/once-ended';
import { takeArrivedInChunks } from '@probity/platform/http/small-chunks';
import { type RefusedByLimit, refusal, setFields } from './refusal-by-limit';
import { BodiesWithoutKey } from './bodies-without-key';
import { ExpectedBytes } from './expected-bytes';
import {
  BODY_BYTES_OF_A_REQUEST,
  type Caller,
  type Held,
  type RequestLimits,
  RESPONSE_BYTES_OF_A_REQUEST,
} from './request-limits';
import { UnauthenticatedLimits } from './unauthenticated-limits';
import {
  BYTES_OF_A_READ,
  MAX_BYTES_IN_PROGRESS,
  MAX_RESPONSE_BYTES_IN_PROGRESS,
  type Turn,
  WorkInProgress,
} from './work-in-progress';

/** Applies the limits to requests: sets the fields of their responses, and throws the refusal of what is too much. */
export class LimitedRequests {
  private readonly byAddress = new UnauthenticatedLimits();
  private readonly withoutKey = new BodiesWithoutKey();
  private readonly bodies = new WorkInProgress(MAX_BYTES_IN_PROGRESS);
  private readonly reads = new WorkInProgress(MAX_RESPONSE_BYTES_IN_PROGRESS);
  /** reads that wait for other work first; they keep no other reads waiting */
  private readonly patientReads = new WorkInProgress(MAX_RESPONSE_BYTES_IN_PROGRESS);
  private readonly expected = new ExpectedBytes();
  /** what is set apart for announced bodies that have not arrived */
  private readonly held = new WeakMap<FastifyRequest, Held>();

  constructor(
    private readonly limits: RequestLimits,
    private readonly metrics: Metrics,
  ) {}

  /** The caller whose key has this hash, if the gateway has seen the key; then a query is not needed to limit it. */
  caller(keyHash: string): Caller | undefined {
    return this.limits.caller(keyHash);
  }

  /** @throws Refusal `rate_limited` */
  admit(caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
    request.tenantSlug = caller.slug;
    request.keyId = caller.keyId;
    const { fields, refused, end } = this.limits.admit(caller);
    setFields(reply, fields);
    if (refused) throw this.refuse(reply, refused);
    const held = this.limits.hold(caller, Number(request.headers['content-length'] ?? 0));
    if (held) {
      this.held.set(request, held);
      setFields(reply, this.limits.fieldsOf(caller));
    }
    // A request whose client has gone may still be processed for a while; the limit per second bounds how many of them
    // there are.
    onceEnded(request, reply, () => {
      end();
      const held = this.takeHeld(request);
      // An announced body that was not read counts for nothing. That of a client that has gone may have been read.
      if (held && !reply.sent) this.limits.keep(caller, held);
      else this.limits.charge(caller, takeArrivedInChunks(request.raw), BODY_BYTES_OF_A_REQUEST, held);
    });
  }

  /**
   * Admits a request whose key must be looked up. Returns the function that takes it back when the key is valid.
   *
   * @throws Refusal `rate_limited`
   */
  unknownKey(request: FastifyRequest, reply: FastifyReply): () => void {
    const { fields, refused, giveBack } = this.byAddress.unknownKey(clientAddress(request));
    setFields(reply, fields);
    if (refused) throw this.refuse(reply, refused);
    return giveBack;
  }

  /**
   * Admits a webhook of a provider. Its body is kept until the response, so it is bounded before it is read.
   *
   * @throws Refusal `rate_limited`, `overloaded`
   */
  providerWebhook(request: FastifyRequest, reply: FastifyReply): void {
    const address = clientAddress(request);
    const { fields, refused } = this.byAddress.providerWebhook(address);
    setFields(reply, fields);
    if (refused) throw this.refuse(reply, refused);
    const { 'content-length': announced, 'transfer-encoding': inChunks } = request.headers;
    const bytes = inChunks === undefined ? Number(announced ?? 0) : MAX_BODY_BYTES;
    if (bytes === 0 || bytes > MAX_BODY_BYTES) return; // there is no body, or it is not read
    const end = this.withoutKey.begin(address, bytes);
    if (!end) {
      this.metrics.countRefusedByLimit('gateway', 'provider_webhooks');
      throw new Refusal(
        'overloaded',
        'overloaded',
        'too many large webhooks at the same time. No changes were made; retry.',
      );
    }
    onceEnded(request, reply, end);
  }

  /** Remembers a key that was looked up, and the limits of its tenant. */
  remember(keyHash: string, caller: Caller, { limits_version, limits }: ApiKeyCredential): void {
    this.limits.remember(keyHash, caller, { version: limits_version ?? 0, limits: limits ?? {} });
  }

  /** Forgets a key that is not valid any more. */
  forget(keyHash: string): void {
    this.limits.forget(keyHash);
  }

  /**
   * Counts the bytes of the body of a request. Resolves when it is its turn; undefined when it is its turn now. Rejects
   * with `rate_limited` when the limit was used up before the body arrived, and nothing was set apart for it: it came in
   * chunks, which do not say its length first.
   */
  turnOfBody(caller: Caller, bytes: number, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const held = this.takeHeld(request);
    takeArrivedInChunks(request.raw); // it is counted here
    const refused = !held && bytes > BODY_BYTES_OF_A_REQUEST ? this.limits.usedUp(caller) : undefined;
    if (!refused) this.limits.charge(caller, bytes, BODY_BYTES_OF_A_REQUEST, held);
    if (bytes > BODY_BYTES_OF_A_REQUEST) setFields(reply, this.limits.fieldsOf(caller));
    if (refused) return Promise.reject(this.refuse(reply, refused));
    return inTurn(this.bodies.turn(caller.tenantId, bytes), request, reply);
  }

  /**
   * Resolves when it is the turn of a request without a body; undefined when it is its turn now. The larger its response
   * may be, the fewer are made at the same time. The response is counted when it is made.
   */
  turnOfRead(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { url: route = '', config } = request.routeOptions;
    const { tenantId } = caller;
    const expected = this.expected.of(tenantId, route);
    const size = Math.max(BYTES_OF_A_READ, expected);
    if (expected >= BYTES_OF_A_READ) request.largeReplyOf = tenantId;
    onceResponded(request, (bytes) => {
      this.expected.note(tenantId, route, bytes);
      this.limits.charge(caller, bytes, RESPONSE_BYTES_OF_A_REQUEST);
      if (bytes > RESPONSE_BYTES_OF_A_REQUEST) setFields(reply, this.limits.fieldsOf(caller));
    });
    if (!config.waits) return inTurn(this.reads.turn(tenantId, size), request, reply);
    return request.largeReplyOf === undefined
      ? undefined
      : inTurn(this.patientReads.turn(tenantId, size), request, reply);
  }

  limitsOf(tenantId: string) {
    return this.limits.limitsOf(tenantId);
  }

  /** What is set apart for the body; undefined when that was counted already. */
  private takeHeld(request: FastifyRequest): Held | undefined {
    const held = this.held.get(request);
    this.held.delete(request);
    return held;
  }

  private refuse(reply: FastifyReply, refused: RefusedByLimit): Error {
    this.metrics.countRefusedByLimit('gateway', refused.by);
    return refusal(reply, refused);
  }
}

/** The turn lasts until the handler has its response, also when the client has gone away. */
function inTurn(turn: Turn, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
  onceResponded(request, turn.end);
  onceEnded(request, reply, () => {
    if (!turn.hasBegun() || reply.sent) turn.end();
  });
  return turn.hasBegun() ? undefined : turn.begun;
}

/** Adds what is done when the handler has its response. */
function onceResponded(request: FastifyRequest, done: (bytes: number) => void): void {
  const { responded } = request;
  request.responded = (bytes) => {
    responded?.(bytes);
    done(bytes);
  };
}
