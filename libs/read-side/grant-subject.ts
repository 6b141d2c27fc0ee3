/** How a service reports a row that grants rights and that Probity did not write, beside the names of streams. */
export const GRANT_SUBJECT = 'grant:';

/** @param kind such as `api_key` */
export const grantSubject = (kind: string, id: string): string => `${GRANT_SUBJECT}${kind}/${id}`;
