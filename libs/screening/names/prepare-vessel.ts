import { prepareCompany } from './prepare-company';
import type { PreparedName } from './prepared-name';

/** The kind of a ship before its name: motor vessel, motor tanker, steamship, gas carrier. */
const PREFIX = /^\s*(?:m[./\s]?[vt]|s[./]s|ss|lng|lpg)\.?\s+(?=\S)/i;

/** Splits the name of a vessel into words with their roles, like the name of a company, but without `M/V` before it. */
export const prepareVessel = (original: string): PreparedName => ({
  ...prepareCompany(original.replace(PREFIX, '')),
  original,
});
