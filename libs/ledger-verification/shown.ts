const MAX_CHARACTERS = 60;

/** A value of the file that is verified, for a message: short, on one line, whatever the file has there. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value, MAX_CHARACTERS));
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);
