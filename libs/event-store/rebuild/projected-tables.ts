/** A table whose rows belong to streams. */
export interface ReplacedTable {
  table: string;
  /** the column with the key of the stream; default: `id` */
  key?: string;
  /** the type of that column; default: uuid */
  type?: 'text';
  /** SQL: only rows for which it holds are projected from events */
  only?: string;
  /**
   * Columns of work that a service has begun, which are in no event. A rebuilt row gets them back if its work is in
   * progress, before and after: `while` is a condition on the row `t`.
   */
  work?: { columns: readonly string[]; while: string };
}

/** The tables that a projection writes, and what a rebuild does with them. */
export interface ProjectedTables {
  /** the part of a stream's name before the key of its rows; default: the prefix of the projection */
  prefix?: string;
  /**
   * The rows of a stream are deleted, and projected again from its first event. Every change of the projection writes or
   * locks a row of the first table.
   */
  replaced: readonly [ReplacedTable, ...ReplacedTable[]];
  /** Rows that are missing are added. Existing rows stay as they are, because the service may not delete them. */
  completed: readonly string[];
}
