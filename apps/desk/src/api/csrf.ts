const COOKIE = '__Host-probity_csrf=';

/** The token that changes need beside the session's cookie, which scripts cannot read. */
export const csrfToken = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(COOKIE))
    ?.slice(COOKIE.length);
