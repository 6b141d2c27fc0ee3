export const KINDS = ['STR', 'SAR'] as const;
export const MAX_NARRATIVE = 8_000;

export const kindChoice: { value: (typeof KINDS)[number]; label: string }[] = [
  { value: 'STR', label: 'STR: suspicious transactions' },
  { value: 'SAR', label: 'SAR: suspicious activity' },
];
