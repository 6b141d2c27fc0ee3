/** A reference to a field in a rule. */
export const f = (field: string, type?: string) => ({ field, ...(type && { type }) });
export const AMOUNT = f('transaction.amount');
