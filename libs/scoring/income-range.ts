const FACTORS: Record<string, number> = {
  k: 1e3,
  tsd: 1e3,
  thousand: 1e3,
  m: 1e6,
  mio: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
};

/**
 * Returns the highest amount in a text such as `50,000-100,000`, `EUR 1.5m` or `over 250 000`, or 0 if the text has no
 * amount. A dot or comma before exactly three digits separates thousands.
 */
export function highestAmount(text: string): number {
  const amounts = text
    .toLowerCase()
    .matchAll(/(\d+(?:[., '_\u00a0\u202f]\d{3}(?!\d))*)([.,]\d+)?\s*(thousand|million|tsd|mio|bn|mn|k|m)?(?![a-z])/g);
  return Math.max(
    0,
    ...[...amounts].map(([, whole, fraction, factor]) => {
      const amount = Number(`${whole!.replace(/\D/g, '')}.${(fraction ?? '').slice(1)}`);
      return amount * (FACTORS[factor ?? ''] ?? 1);
    }),
  );
}
