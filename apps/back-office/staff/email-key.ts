/** The form in which accounts have their email: two forms of one address are one account. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
