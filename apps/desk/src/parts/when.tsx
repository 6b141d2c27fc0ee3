const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const A_MONTH_MS = 30 * 86_400_000;

function ago(at: Date): string {
  const passed = at.getTime() - Date.now();
  if (Math.abs(passed) > A_MONTH_MS) return ABSOLUTE.format(at);
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(passed) >= ms) ?? ['second', 1_000];
  return RELATIVE.format(Math.round(passed / length), unit);
}

/** A moment, as people say it; the exact time is its title. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${ABSOLUTE.format(date)} (${at})`}>
      {ago(date)}
    </time>
  );
}
