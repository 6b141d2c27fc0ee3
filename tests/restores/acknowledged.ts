import type { StoredFacts } from './stored-facts';

export interface KnownCustomer {
  email: string;
  /** the acknowledged changes of its KYC status */
  changes: number;
  kyc: string;
}

/** A creation without a response that says its outcome. It may be repeated with its key. */
export interface OpenCreation {
  key: string;
  body: { email: string; full_name: string };
}

/** What the product has acknowledged. */
export class Acknowledged {
  readonly customers = new Map<string, KnownCustomer>();
  /** alerts that were dismissed */
  readonly dismissed = new Set<string>();
  /** alerts without a decision */
  readonly openAlerts = new Set<string>();
  readonly accounts = new Map<string, { ledger: string; code: string }>();
  /** by idempotency key */
  readonly postings = new Map<string, { id: string; body: Record<string, unknown> }>();
  /** the keys that are valid, with what proves them */
  readonly keys = new Map<string, string>();
  readonly revoked = new Map<string, string>();
  open: OpenCreation[] = [];

  /** What is acknowledged and not in the events. */
  missingIn(facts: StoredFacts): string[] {
    const missing: string[] = [];
    for (const [id, { email, changes }] of this.customers) {
      const stored = facts.customers.get(id);
      if (!stored) missing.push(`customer ${id} (${email})`);
      else if (stored.changes < changes) missing.push(`a change of the KYC status of customer ${id}`);
    }
    for (const id of this.dismissed) if (facts.alerts.get(id) !== 'dismissed') missing.push(`the dismissal of ${id}`);
    for (const [id, { code }] of this.accounts) if (!facts.accounts.has(id)) missing.push(`account ${code}`);
    for (const [key, { id }] of this.postings) if (!facts.postings.has(id)) missing.push(`posting ${key}`);
    for (const id of this.revoked.keys()) if (!facts.revoked.has(id)) missing.push(`the revocation of key ${id}`);
    return missing;
  }

  /**
   * Takes over from the events what is no longer open. What they lack is given up, as an operator does who rebuilds from
   * an older event store: call `missingIn` before if nothing may be lost.
   */
  agreeWith(facts: StoredFacts): void {
    for (const [id, known] of this.customers) {
      const stored = facts.customers.get(id);
      if (!stored) this.customers.delete(id);
      else Object.assign(known, stored);
    }
    for (const id of this.dismissed) if (facts.alerts.get(id) !== 'dismissed') this.dismissed.delete(id);
    this.openAlerts.clear();
    for (const [id, status] of facts.alerts) if (status === 'open') this.openAlerts.add(id);
    for (const id of this.accounts.keys()) if (!facts.accounts.has(id)) this.accounts.delete(id);
    for (const [key, { id }] of this.postings) if (!facts.postings.has(id)) this.postings.delete(key);
    for (const id of this.revoked.keys()) if (!facts.revoked.has(id)) this.revoked.delete(id);
    for (const [id, secret] of this.keys) if (facts.revoked.has(id)) this.revoked.set(id, secret);
    for (const id of this.revoked.keys()) this.keys.delete(id);
  }

  /** Continues from an older state of the events: what is open may have been decided, and lost. */
  continueFrom(facts: StoredFacts): void {
    this.agreeWith(facts);
    this.keys.clear();
    this.open = [];
  }
}
