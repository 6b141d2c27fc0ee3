/** A text that says something; null and blank ones count as absent. */
export const givenText = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === '' ? undefined : text;

/** The form in which codes of countries and currencies are kept. */
export const upperCase = (code: string | null | undefined): string | undefined => code?.toUpperCase();

/** The fields that have a value. */
export const withoutAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** The fields of a body that was checked; null counts as absent. */
export const given = <Body extends object>(body: Body): { [Field in keyof Body]: Exclude<Body[Field], null> } =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null)) as {
    [Field in keyof Body]: Exclude<Body[Field], null>;
  };
