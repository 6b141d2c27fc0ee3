/** The actor in the audit trail when an institution's system makes a request. */
export const INSTITUTION = 'institution';
