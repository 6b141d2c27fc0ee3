/** Returns the milliseconds of a clock that never jumps and that all processes of the machine share. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
