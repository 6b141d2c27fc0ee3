/** What Nest injects the structured log by. */
export const LOGGER = Symbol('logger');
