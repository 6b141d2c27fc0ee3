const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The period; without it, the last 30 days. */
export interface InsightFilters {
  from?: string;
  to?: string;
}

const day = (given: unknown): string | undefined =>
  typeof given === 'string' && DAY.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;

export const insightFilters = (given: Record<string, unknown>): InsightFilters => ({
  from: day(given.from),
  to: day(given.to),
});

/** The last days up to one, both counted. */
export function lastDays(days: number, to = new Date().toISOString().slice(0, 10)): Required<InsightFilters> {
  return { from: new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10), to };
}
