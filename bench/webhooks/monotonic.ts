/** Milliseconds by a clock that nobody sets and that all processes of the machine share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
