/** The largest body of a request that is no file, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
