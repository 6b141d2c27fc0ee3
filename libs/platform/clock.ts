/** The time, injected so that tests own it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
