import { isObject } from '@probity/platform/is-object';
import type { TextLine } from '@probity/watchlists/text-lines';

const MAX_NAME = 1_000;

/** `scoreNames` of libs/screening, for any schema. */
export type ScoreNames = (
  schema: string,
  name1: string,
  name2: string,
) => { score: number; features: Record<string, unknown> };

/** Two names to compare. */
interface Pair {
  schema: string;
  name1: string;
  name2: string;
}

/** A pair with its score, or the problem of a line. Lines count from 1. */
export type ScoredLine =
  ({ line: number; problem?: undefined } & Pair & ReturnType<ScoreNames>) | { line: number; problem: string };

/** Scores each line and skips empty ones. */
export async function* scoreLines(lines: AsyncIterable<TextLine>, score: ScoreNames): AsyncGenerator<ScoredLine> {
  for await (const { line, text, foreign } of lines) {
    if (text?.trim() === '') continue;
    const pair = foreign ? 'the line is not encoded in UTF-8' : readPair(text);
    if (typeof pair === 'string') yield { line, problem: pair };
    else yield { line, ...pair, ...score(pair.schema, pair.name1, pair.name2) };
  }
}

/** Returns the pair, or the problem of the line as a text. */
function readPair(text: string | undefined): Pair | string {
  if (text === undefined) return 'the line is too long';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `the line is not valid JSON: ${(error as Error).message}`;
  }
  if (!isObject(value)) return 'the line must be a JSON object';
  const { schema, name1, name2 } = value;
  const fields = Object.entries({ schema, name1, name2 });
  for (const [field, text] of fields) {
    if (typeof text !== 'string' || text.trim() === '') return `${field} must be a string that is not blank`;
    if (text.length > MAX_NAME) return `${field} must have at most ${MAX_NAME} characters`;
  }
  return { schema: schema as string, name1: name1 as string, name2: name2 as string };
}
