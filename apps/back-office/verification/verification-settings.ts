import { makeValidator } from 'envalid';

const MOST_HOURS = 8_760;

/** A whole number of hours; 0 means never. */
const hours = makeValidator<number>((text) => {
  const value = Number(text);
  if (!/^\d{1,4}$/.test(text) || value > MOST_HOURS)
    throw new Error(`must be a whole number of hours from 1 to ${MOST_HOURS}, or 0 for never`);
  return value;
});

/** How often Probity verifies by itself: the environment variables. */
export const VERIFICATION_VARIABLES = {
  VERIFY_LEDGERS_EVERY_HOURS: hours({ default: 24 }),
  VERIFY_AUDIT_TRAILS_EVERY_HOURS: hours({ default: 24 }),
};

export interface VerificationSettings {
  VERIFY_LEDGERS_EVERY_HOURS: number;
  VERIFY_AUDIT_TRAILS_EVERY_HOURS: number;
}
