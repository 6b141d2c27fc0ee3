/** Who acts, in the audit trail, when an institution's system asks. */
export const INSTITUTION = 'institution';
