/** The injection token of the structured log. */
export const LOGGER = Symbol('logger');
