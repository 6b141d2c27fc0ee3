/** The event store that a read side belongs to. `id` names a store, wherever it is. */
export interface Origin {
  kind: 'postgres' | 'eventstoredb';
  /** null: the store has none, or none is recorded yet */
  id: string | null;
  /** where it was last, without user and password */
  address: string | null;
  /** while no id is recorded: a stream that the store must have */
  witness: string | null;
}

export const POSTGRES: Origin = { kind: 'postgres', id: 'postgres', address: null, witness: null };
