export const KINDS = ['STR', 'SAR'] as const;
export const MAX_NARRATIVE = 8_000;
export const MAX_TRANSACTIONS = 200;
export const MAX_ALERTS = 200;
export const MAX_MEASURES = 4_000;

export const kindChoice: { value: (typeof KINDS)[number]; label: string }[] = [
  { value: 'STR', label: 'STR: suspicious transactions' },
  { value: 'SAR', label: 'SAR: suspicious activity' },
];
