const MAX_SHOWN = 200;

/** A name as logs and messages show it. Another program may have given a stream or an event a name of any length. */
export const shown = (name: string): string => (name.length <= MAX_SHOWN ? name : `${name.slice(0, MAX_SHOWN)}…`);
