/** Escapes a text for XML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** An element with a text; empty if the text is, because optional elements are absent then. */
export const leaf = (name: string, text: string): string => (text === '' ? '' : `<${name}>${escaped(text)}</${name}>`);

/** An element around others; empty if there are none. */
export const around = (name: string, inner: string[]): string => {
  const content = inner.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
};

/** Attributes with their values. An attribute without one is absent. */
export const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

/** A row of a CSV file. Cells are in quotes where they must be. */
export const row = (cells: string[], separator = ','): string =>
  cells
    .map((cell) => (/["\n\r]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const two = (number: number): string => String(number).padStart(2, '0');
export const monthName = (month: number): string => MONTHS[month - 1]!;

const english = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of a country, or the spelling that a list has instead. */
export const countryName = (code: string, spellings: Record<string, string> = {}): string =>
  spellings[code] ?? english.of(code)!;
