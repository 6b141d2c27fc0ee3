/** The event store that a read side belongs to. `id` identifies the store, even if its address changes. */
export interface Origin {
  kind: 'postgres' | 'eventstoredb';
  /** null: the store has no id, or no id is recorded yet */
  id: string | null;
  /** its last known address, without user and password */
  address: string | null;
  /** if no id is recorded: a stream that the store must have */
  witness: string | null;
}

export const POSTGRES: Origin = { kind: 'postgres', id: 'postgres', address: null, witness: null };
