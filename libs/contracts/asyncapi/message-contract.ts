import { HEADERS, JSON_CONTENT, SPEC_VERSION } from '../headers';
import { MESSAGE_ID, POSTED_AT } from '../examples';
import type { JsonSchema, ObjectSchema } from './json-schema';

/** A kind of message on one topic, with what an integrator needs to read or write it. */
export interface MessageContract {
  /** such as `ledger.TransactionPosted`; unique on its topic */
  name: string;
  /** names the schema of the value, unless it has a title of its own: such as `TransactionPosted` */
  title: string;
  summary: string;
  headers: ObjectSchema;
  payload: JsonSchema;
  key: JsonSchema;
  /** location of the key in the message, as an AsyncAPI runtime expression: `$message.payload#/ledger_id` */
  keyLocation?: string;
  /** the header that correlates a command and its replies */
  correlationHeader?: string;
  example: MessageExample;
}

export interface MessageExample {
  headers: Record<string, string>;
  payload: unknown;
}

/** The name of a message without its service, as a class name: `ledger.open-account` is `OpenAccount`. */
export function titleOf(name: string): string {
  const words = name.slice(name.indexOf('.') + 1).split(/\W/);
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

/** Example of the headers that every message has. */
export const exampleHeaders = (type: string, source: string): Record<string, string> => ({
  [HEADERS.specVersion]: SPEC_VERSION,
  [HEADERS.id]: MESSAGE_ID,
  [HEADERS.type]: type,
  [HEADERS.source]: source,
  [HEADERS.time]: POSTED_AT,
  [HEADERS.contentType]: JSON_CONTENT,
});

/**
 * The location of the text in the payload, as a runtime expression; undefined when it is absent. Examples
 * have a different value in each field, so the place of a key in one of them is its place in all.
 */
export function locationInPayload(payload: unknown, text: string): string | undefined {
  const path = pathTo(payload, text);
  return path && `$message.payload#${path.map((step) => `/${step}`).join('')}`;
}

/** The schema at a location of `locationInPayload`; undefined when no schema describes it. */
export function schemaAt(payload: JsonSchema, location: string): JsonSchema | undefined {
  const [, ...steps] = location.split('#')[1]!.split('/');
  return steps.reduce<JsonSchema | undefined>((at, step) => at?.properties?.[step], payload);
}

function pathTo(value: unknown, text: string): string[] | undefined {
  if (value === text) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const below = pathTo(child, text);
    if (below) return [name, ...below];
  }
  return undefined;
}
