import type { CopyKind } from '@probity/contracts/checkpoints/views';
import type { OwnLog } from './own-log';

/** A place outside of Probity that keeps copies of checkpoints. */
export interface CopyTarget {
  readonly kind: CopyKind;
  /** tells targets of a kind apart; operators see it */
  readonly name: string;
  /**
   * Copies the checkpoint of a log, after it was compared with what the target has. Repeating it is harmless. Returns the
   * proof, which is verified; null when the copy itself is the proof, and undefined when a part is left for the next turn.
   *
   * @throws CopyFailed, OutsideContradicts
   */
  copy(log: OwnLog, signal: AbortSignal): Promise<string | null | undefined>;
  /**
   * Compares the log with what the target has. Only for a target that remembers.
   *
   * @throws CopyFailed, OutsideContradicts
   */
  compare?(log: OwnLog, signal: AbortSignal): Promise<void>;
}

/** How operators read of a target, such as `bucket archive`. */
export const nameOf = ({ kind, name }: Pick<CopyTarget, 'kind' | 'name'>): string => `${kind} ${name}`;
