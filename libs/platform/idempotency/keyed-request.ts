import { canonicalHash } from '../canonical-json';
import { PartOfWork } from '../current-work';

/**
 * Identifies an operation that its caller may repeat. Only these hashes leave the process that received the request.
 * Both are SHA-256 in lower-case hex.
 */
export interface OperationKey {
  /** of the scope, the operation and the caller's key */
  hash: string;
  /** of the request */
  fingerprint: string;
}

/** Who may repeat an operation. Authorisation sets it. */
export interface KeyScope {
  /** callers with the same scope share keys, such as all API keys of a tenant */
  name: string;
  /** the one caller, such as an API key; a response that holds a secret is for this caller only */
  caller: string;
  /** whether the request only reads the stored response of an earlier one, and carries out nothing */
  onlyStored?: boolean;
}

interface Identity {
  scope: KeyScope;
  /** such as `POST /api/v1/tenants/:slug/ledgers` */
  operation: string;
  /** the caller's key, as it was sent */
  key: string;
  /** whether the response holds a secret */
  secret: boolean;
}

/** A request with an Idempotency-Key. */
export class KeyedRequest {
  /** whether the response is the stored one of an earlier request */
  replayed = false;
  private derived: OperationKey | undefined;

  /** @param content the body and the parameters; hashed when they are validated, because a body may be nested deeply */
  constructor(
    private readonly identity: Identity,
    private readonly content: () => object,
  ) {}

  get onlyStored(): boolean {
    return this.identity.scope.onlyStored ?? false;
  }

  get key(): OperationKey {
    const { scope, operation, key, secret } = this.identity;
    return (this.derived ??= {
      hash: canonicalHash([scope.name, operation, key]),
      fingerprint: canonicalHash([this.content(), secret ? scope.caller : null]),
    });
  }
}

const keyed = new PartOfWork<KeyedRequest>();

/** Runs the work, and everything that it starts, as part of the request. Undefined: as part of no such request. */
export const withKeyedRequest = <T>(request: KeyedRequest | undefined, work: () => T): T => keyed.run(request, work);

/** The request with an Idempotency-Key that the current work belongs to. */
export const currentKeyedRequest = (): KeyedRequest | undefined => keyed.current;
