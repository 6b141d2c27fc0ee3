const MAX_SHOWN = 200;

/** The name of a stream, or the type of an event, in messages and logs: other programs may write names of any length. */
export const shown = (name: string): string => (name.length <= MAX_SHOWN ? name : `${name.slice(0, MAX_SHOWN)}…`);
