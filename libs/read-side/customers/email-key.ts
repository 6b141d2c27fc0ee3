import { domainToASCII } from 'node:url';

/**
 * The version of the rule in `emailKey`. Change it with the rule: customer-risk then computes the keys of existing
 * customers again. Keys of version 1 were trimmed and in lower case, and nothing else.
 */
export const EMAIL_KEY_VERSION = 2;

/** Code points without a visible form, such as zero-width spaces (Unicode property Default_Ignorable_Code_Point). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const ASCII = /^\p{ASCII}*$/u;

/**
 * The form in which e-mail addresses are compared. Addresses that look the same are equal: white space at the ends,
 * case, invisible characters and compatibility forms (composed and decomposed letters, full-width letters) do not
 * count. The domain is in its ASCII form (UTS 46). Addresses that differ in dots or `+` tags are different, and so are
 * those with similar letters of different scripts.
 *
 * The key of an address in ASCII is the same as in version 1.
 */
export function emailKey(email: string): string {
  const folded = fold(email);
  if (ASCII.test(folded)) return folded;
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  return folded.slice(0, at + 1) + (ASCII.test(domain) ? domain : domainToASCII(domain) || domain);
}

/** Normalises after the change of case, too: the lower case of a letter may have a compatibility form. */
const fold = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().normalize('NFKC').trim();

/** The key of version 1. Events may still wait for a customer under it. */
export const firstEmailKey = (email: string): string => email.trim().toLowerCase();
