/** Milliseconds of a clock that cannot be set and that all processes of the machine share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
