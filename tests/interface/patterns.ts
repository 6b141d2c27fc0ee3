/** What ids, times and hashes in responses look like. Only for Jest. */
export const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const TIMESTAMP = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
export const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);
export const GENESIS = '0'.repeat(64);
