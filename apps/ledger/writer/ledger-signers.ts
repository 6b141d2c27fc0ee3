import type { SigningKey, SigningKeys } from '../signing/signing-keys';
import { SigningKeyUnreadable } from '../signing/signing-key';
import type { LaterKey } from '../signing/replaced-keys';
import type { LedgerPoint } from '../signing/signing-key-events';

/** The keys of a ledger in the order in which they sign, for a writer that starts. */
export class LedgerSigners {
  private constructor(
    private readonly signingKeys: SigningKeys,
    private readonly ledgerId: string,
    private readonly order: LaterKey[],
    /** signs from the next commit on */
    readonly newest: SigningKey,
    /** the last one that the events of the keys have */
    readonly point: LedgerPoint | undefined,
    /** the newest key when it replaced another one, and no event says where it began to sign */
    readonly notAnchored: LaterKey | undefined,
  ) {}

  /**
   * The events of the keys say which is the newest, and the row of that key must be as they made it.
   *
   * @param firstId the key that the first event of the ledger names
   * @throws SigningKeyUnreadable
   */
  static async read(signingKeys: SigningKeys, ledgerId: string, firstId: string): Promise<LedgerSigners> {
    const recorded = await signingKeys.recorded(ledgerId);
    // An older version created a key in no event.
    const order =
      recorded[0]?.signing_key_id === firstId ? recorded : [{ signing_key_id: firstId, after_revision: -1 }];
    const newest = await opened(signingKeys, ledgerId, order.at(-1)!.signing_key_id);
    const point = recorded.flatMap(({ points }) => points).at(-1);
    const notAnchored = recorded.slice(1).at(-1)?.isAnchored === false ? order.at(-1) : undefined;
    return new LedgerSigners(signingKeys, ledgerId, order, newest, point, notAnchored);
  }

  /**
   * The key with this id; undefined when the ledger has none.
   *
   * @throws SigningKeyUnreadable
   */
  async of(id: string): Promise<SigningKey | undefined> {
    if (id === this.newest.id) return this.newest;
    return this.placeOf(id) === -1 ? undefined : opened(this.signingKeys, this.ledgerId, id);
  }

  /** Whether this key may sign what comes before something that the other one signed. */
  mayPrecede(id: string, other: string): boolean {
    return this.placeOf(id) !== -1 && this.placeOf(id) <= this.placeOf(other);
  }

  /** The keys that replaced this one, the next first. */
  after(id: string): LaterKey[] {
    return this.order.slice(this.placeOf(id) + 1);
  }

  private placeOf(id: string): number {
    return this.order.findIndex((key) => key.signing_key_id === id);
  }
}

async function opened(signingKeys: SigningKeys, ledgerId: string, id: string): Promise<SigningKey> {
  const key = await signingKeys.open(ledgerId, id);
  if (key) return key;
  throw new SigningKeyUnreadable(id, 'its row is missing; "probity projections rebuild" restores it from its event');
}
