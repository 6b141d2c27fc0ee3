import { type ColorScheme, type Person, PHONE_WIDTH } from '../person';

/**
 * With axe, `rules.spec.ts` takes 34 s instead of 21 s, so `npm test` leaves it out. `npm run test:long` and `.ci/run` do
 * not.
 */
const CHECKS_BARRIERS = process.env.PROBITY_DESK_BARRIERS === 'true';
const MAX_MS = 480_000;

/** Expects that axe finds nothing on pages that journeys leave, in both themes. */
export function hasNoBarrier(barriers: (colorScheme: ColorScheme) => Promise<string[]>): void {
  if (!CHECKS_BARRIERS) return;
  it.each(['light', 'dark'] as const)(
    'has no barrier that axe finds, in the %s theme',
    async (colorScheme) => expect(await barriers(colorScheme)).toEqual([]),
    MAX_MS,
  );
}

/** For a page that only a journey shows. */
export async function expectNoBarrier(person: Person): Promise<void> {
  if (CHECKS_BARRIERS) expect(await person.violations()).toEqual([]);
}

/** The same in both themes, and as wide as a phone. */
export async function expectNoBarrierInThemes(person: Person): Promise<void> {
  if (!CHECKS_BARRIERS) return;
  for (const colorScheme of ['light', 'dark'] as const) await expectNoBarrier(await person.withTheme(colorScheme));
  expect(await person.widthOnPhone()).toBeLessThanOrEqual(PHONE_WIDTH);
}
