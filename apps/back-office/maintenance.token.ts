/** The injection token of the database connection for statements without a time limit. */
export const MAINTENANCE = Symbol('maintenance');
