const draft = 'draft-ietf-httpapi-ratelimit-headers-11';

/** The documentation of the fields that tell a caller about its limits, by name. */
export const LIMIT_FIELDS = {
  'RateLimit-Policy': {
    description: `the limits that apply, as a List of RFC 9651 (${draft}): quota \`q\`, window \`w\` in seconds, unit \`qu\``,
    schema: { type: 'string', examples: ['"tenant";q=2000;w=2, "key";q=2000;w=2'] },
  },
  RateLimit: {
    description: `what is left of them (${draft}): \`r\` requests, and all of the quota again in \`t\` seconds`,
    schema: { type: 'string', examples: ['"tenant";r=1999;t=1, "key";r=1999;t=1'] },
  },
};

export const RETRY_AFTER = {
  'Retry-After': {
    description: 'after so many seconds a request can succeed again',
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
};
