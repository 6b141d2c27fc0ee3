/** Bodies of one tenant in one gateway, together. */
export const MAX_BYTES_IN_PROGRESS = 65_536;
/** Responses that are being made for one tenant in one gateway, together. */
export const MAX_RESPONSE_BYTES_IN_PROGRESS = 1_048_576;
/**
 * A read counts as so many bytes at least. So one tenant has at most 16 reads in progress: a read of another tenant waits
 * behind so many for a connection to Postgres.
 */
export const BYTES_OF_A_READ = 65_536;

/** The turn of one request. */
export interface Turn {
  /** Resolves when the request may be processed; never, when it ended before. */
  begun: Promise<void>;
  hasBegun: () => boolean;
  /** Lets the next request begin. Does nothing when it is called again. */
  end: () => void;
}

interface OfTenant {
  size: number;
  waiting: { size: number; begin: () => void }[];
}

/**
 * The requests that are being processed. The work for a body grows with its length: it is parsed, checked, encrypted
 * and stored as a whole. So a tenant's requests wait for each other when they are large together. Without this, a
 * tenant that sends many at once keeps the requests of all others waiting for as long as all of its own take.
 */
export class WorkInProgress {
  private readonly tenants = new Map<string, OfTenant>();

  /** @param most the size of the requests of one tenant that are processed at the same time */
  constructor(private readonly most: number) {}

  /** Turns of a tenant begin in the order of the calls. One request can always begin, however large it is. */
  turn(tenantId: string, size: number): Turn {
    const tenant = this.tenants.get(tenantId) ?? { size: 0, waiting: [] };
    this.tenants.set(tenantId, tenant);
    let [hasBegun, hasEnded] = [false, false];
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => {
      begin = () => {
        hasBegun = true;
        resolve();
      };
    });
    const waiting = { size, begin };
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (hasBegun) tenant.size -= size;
      else tenant.waiting.splice(tenant.waiting.indexOf(waiting), 1);
      beginNext(tenant, this.most);
      if (tenant.size === 0 && tenant.waiting.length === 0) this.tenants.delete(tenantId);
    };
    tenant.waiting.push(waiting);
    beginNext(tenant, this.most);
    return { begun, hasBegun: () => hasBegun, end };
  }
}

function beginNext(tenant: OfTenant, most: number): void {
  for (
    let next = tenant.waiting[0];
    next && (tenant.size === 0 || tenant.size + next.size <= most);
    next = tenant.waiting[0]
  ) {
    tenant.waiting.shift();
    tenant.size += next.size;
    next.begin();
  }
}
