/** A table whose rows belong to streams. */
export interface TableOfStreams {
  table: string;
  /** the column with the key of the stream; default: `id` */
  key?: string;
  /** the type of that column; default: uuid */
  type?: 'text';
}

/** A table whose rows a rebuild deletes, and projects again. */
export interface ReplacedTable extends TableOfStreams {
  /** SQL: only rows for which it holds are projected from events */
  only?: string;
  /**
   * Columns of work that a service has begun, which are in no event. A rebuilt row gets them back if its work is in
   * progress, before and after: `while` is a condition on the row `t`. A verification does not compare them.
   */
  work?: { columns: readonly string[]; while: string };
  /** columns that differ each time they are projected; a verification does not compare them */
  varying?: readonly string[];
  /** SQL: a row `t` for which it does not hold may be missing, because the read side keeps only the newest ones */
  kept?: string;
  /**
   * Of rows that have no key of a stream: their column with the id of a row of `table`, which has it. Only a verification
   * reads it.
   */
  through?: { column: string; table: string };
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
  completed: readonly TableOfStreams[];
  /**
   * Statements of the projection that change other tables, or need rights, and what a verification runs in their place,
   * with the same values; undefined: nothing. A verification fails at a statement that is forgotten here, because it can
   * change nothing.
   */
  apart?: ReadonlyMap<string, string | undefined>;
}

export const keyOf = ({ key }: TableOfStreams): string => key ?? 'id';
