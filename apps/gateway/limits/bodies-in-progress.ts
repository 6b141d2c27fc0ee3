/** Of one tenant in one gateway, together. */
export const MAX_BYTES_IN_PROGRESS = 65_536;

/** The turn of one request. */
export interface Turn {
  /** Resolves when the request may be processed; never, when it ended before. */
  begun: Promise<void>;
  hasBegun: () => boolean;
  /** Lets the next request begin. Does nothing when it is called again. */
  end: () => void;
}

interface OfTenant {
  bytes: number;
  waiting: { bytes: number; begin: () => void }[];
}

/**
 * The bodies that are being processed. The work for a body grows with its length: it is parsed, checked, encrypted and
 * stored as a whole. So a tenant's requests wait for each other when their bodies are long together. Without this, a
 * tenant that sends many at once keeps the requests of all others waiting for as long as all of its own take.
 */
export class BodiesInProgress {
  private readonly tenants = new Map<string, OfTenant>();

  /** Turns of a tenant begin in the order of the calls. One request can always begin, however long its body is. */
  turn(tenantId: string, bytes: number): Turn {
    const tenant = this.tenants.get(tenantId) ?? { bytes: 0, waiting: [] };
    this.tenants.set(tenantId, tenant);
    let [hasBegun, hasEnded] = [false, false];
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => {
      begin = () => {
        hasBegun = true;
        resolve();
      };
    });
    const waiting = { bytes, begin };
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      if (hasBegun) tenant.bytes -= bytes;
      else tenant.waiting.splice(tenant.waiting.indexOf(waiting), 1);
      beginNext(tenant);
      if (tenant.bytes === 0 && tenant.waiting.length === 0) this.tenants.delete(tenantId);
    };
    tenant.waiting.push(waiting);
    beginNext(tenant);
    return { begun, hasBegun: () => hasBegun, end };
  }
}

function beginNext(tenant: OfTenant): void {
  for (
    let next = tenant.waiting[0];
    next && (tenant.bytes === 0 || tenant.bytes + next.bytes <= MAX_BYTES_IN_PROGRESS);
    next = tenant.waiting[0]
  ) {
    tenant.waiting.shift();
    tenant.bytes += next.bytes;
    next.begin();
  }
}
