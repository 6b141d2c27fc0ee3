import { createApiKey, type NewApiKey } from '@probity/platform/api-key';

/** `probity_staff_<id>_<secret>`, like API keys of institutions: 16 hex digits, and 256 random bits. */
const FORMAT = /^probity_staff_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

export const createServiceToken = (): NewApiKey => createApiKey('probity_staff');

/** The id inside a token of a service account; undefined when the text is no such token. */
export const serviceTokenId = (text: string): string | undefined => FORMAT.exec(text)?.[1];
