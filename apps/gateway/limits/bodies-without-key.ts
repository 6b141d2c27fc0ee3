import { clientNetwork } from '@probity/platform/limiting/client-address';

const MIB = 1024 * 1024;
export const MAX_OF_ADDRESS = 8 * MIB;
export const MAX_OF_ALL = 256 * MIB;

/**
 * The bytes of bodies that senders without a key may keep in the memory of this process at the same time: of one
 * address, and of all together.
 */
export class BodiesWithoutKey {
  private readonly ofAddress = new Map<string, number>();
  private all = 0;

  /** Sets room aside. Returns the function that frees it; undefined when there is not so much room. */
  begin(address: string, bytes: number): (() => void) | undefined {
    const network = clientNetwork(address);
    const before = this.ofAddress.get(network) ?? 0;
    if (before + bytes > MAX_OF_ADDRESS || this.all + bytes > MAX_OF_ALL) return undefined;
    this.ofAddress.set(network, before + bytes);
    this.all += bytes;
    return () => {
      this.all -= bytes;
      const left = this.ofAddress.get(network)! - bytes;
      if (left > 0) this.ofAddress.set(network, left);
      else this.ofAddress.delete(network);
    };
  }
}
