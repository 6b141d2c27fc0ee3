/** Returns the current time. It is injected, so that tests can control the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
