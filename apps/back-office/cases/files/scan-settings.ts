import { makeValidator } from 'envalid';

/** A program with its arguments, separated by spaces, or as a JSON array of texts; an empty text means none. */
const scanCommand = makeValidator<string[]>((text) => {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) return trimmed.split(/\s+/).filter((part) => part !== '');
  const parts = readJson(trimmed);
  if (Array.isArray(parts) && parts.length > 0 && parts.every((part) => typeof part === 'string')) return parts;
  throw new Error('must be a program with arguments, such as clamdscan --no-summary -, or a JSON array of texts');
});

const scanSeconds = makeValidator<number>((text) => {
  const seconds = Number(text);
  if (!/^\d{1,3}$/.test(text) || seconds < 1 || seconds > 300) throw new Error('must be a whole number from 1 to 300');
  return seconds;
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The environment variables for scanning files of cases. */
export const FILE_SCAN_VARIABLES = {
  FILE_SCAN_COMMAND: scanCommand({ default: [] }),
  /** how long the program may take for one file */
  FILE_SCAN_SECONDS: scanSeconds({ default: 30 }),
};
