/** The prefix `__Host-` makes browsers insist on Secure and on the whole host, so no subdomain can set the cookie. */
export const SESSION_COOKIE = '__Host-probity_session';
/** `probity_session_` and 256 random bits in base64url. */
export const SESSION_TOKEN = /^probity_session_[A-Za-z0-9_-]{43}$/;
