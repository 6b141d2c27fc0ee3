const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of a country; what is no country stays as it is. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string): string {
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    return code;
  }
}
