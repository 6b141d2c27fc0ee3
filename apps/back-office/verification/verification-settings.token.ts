/** The dependency-injection token of the settings of verifications. */
export const VERIFICATION_SETTINGS = Symbol('VerificationSettings');
