import { unreadable } from './unavailable';
import { notFound } from '@probity/platform/errors';

/**
 * Refuses the writes of other tenants before anything is read of the ledger, so that they learn nothing about it: neither
 * that it exists, nor that it is damaged or busy.
 */
export class TenantOfLedger {
  /** as the first event of the ledger says; it never changes */
  private known: string | undefined;
  private looking: Promise<string[]> | undefined;

  /** @param look which tenants the ledger may be of, as stored */
  constructor(
    private readonly ledgerId: string,
    private readonly look: () => Promise<string[]>,
    private readonly trouble: (error: unknown) => void,
  ) {}

  /** Whether it waits for a read. */
  get isLooking(): boolean {
    return this.looking !== undefined;
  }

  /** Remembers the tenant of a ledger that was loaded. */
  learn(tenantId: string): void {
    this.known = tenantId;
  }

  /** Whether the ledger was loaded. */
  get isKnown(): boolean {
    return this.known !== undefined;
  }

  isKnownToBe(tenantId: string): boolean {
    return this.known === tenantId;
  }

  /** @throws Refusal `not_found` when the ledger is of another tenant, or does not exist */
  async refuseOthers(tenantId: string): Promise<void> {
    const tenants = this.known === undefined ? await this.stored() : [this.known];
    if (!tenants.includes(tenantId)) throw notFound('ledger', this.ledgerId);
  }

  /** Requests that arrive together share one read. */
  private async stored(): Promise<string[]> {
    this.looking ??= this.look().finally(() => (this.looking = undefined));
    try {
      return await this.looking;
    } catch (error) {
      const refusal = unreadable(error);
      if (refusal !== error) this.trouble(error);
      throw refusal;
    }
  }
}
