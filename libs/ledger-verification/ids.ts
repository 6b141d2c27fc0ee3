const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether it has the form of an id of Probity, which is a UUID. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
