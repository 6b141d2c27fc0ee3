import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** A topic on which the document says that Probity sends facts. */
export interface FactChannel {
  topic: string;
  /** the checks of each message, by its ce_type */
  messages: Map<string, FactChecks>;
}

/** The checks that the document demands of one kind of message. Each check returns the problems that it finds. */
export interface FactChecks {
  headers(headers: unknown): string[];
  payload(payload: unknown): string[];
  key(key: unknown): string[];
  /** path of the payload field that must equal the key; undefined if the document does not name one */
  keyPath: string[] | undefined;
  /** returns fields that the message has and the document does not describe; they are allowed */
  undescribed(headers: object, payload: unknown): string[];
}

/** Returns the fact topics of an AsyncAPI 3.0 document: the channels of `send` operations with the tag `facts`. */
export function factChannels(document: any): FactChannel[] {
  const ajv = new Ajv({ allErrors: true });
  addFormats(ajv);
  const operations = Object.values<any>(document.operations).filter(
    ({ action, tags }) => action === 'send' && tags?.some(({ name }: any) => name === 'facts'),
  );
  return operations.map((operation) => ({
    topic: resolved(document, operation.channel).address,
    messages: new Map(
      operation.messages.map((reference: any) => {
        const message = resolved(document, reference);
        return [message.headers.properties.ce_type.const, checksOf(ajv, message)];
      }),
    ),
  }));
}

/** Returns the value with every reference replaced by its target. */
function resolved(document: any, value: any): any {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref !== 'string') {
    return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, resolved(document, below)]));
  }
  const target = value.$ref
    .split('/')
    .slice(1)
    .reduce((at: any, step: string) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (target === undefined) throw new Error(`the document refers to ${value.$ref}, which is not in it`);
  return resolved(document, target);
}

function checksOf(ajv: Ajv, message: any): FactChecks {
  const binding = message.bindings.kafka;
  const closedHeaders = ajv.compile(closed(message.headers));
  const closedPayload = ajv.compile(closed(message.payload));
  return {
    headers: problemsOf('headers', ajv.compile(message.headers)),
    payload: problemsOf('payload', ajv.compile(message.payload)),
    key: problemsOf('key', ajv.compile(binding.key)),
    keyPath: binding['x-key-location']?.replace('$message.payload#/', '').split('/'),
    undescribed: (headers, payload) => [
      ...surplus('headers', closedHeaders, headers),
      ...surplus('payload', closedPayload, payload),
    ],
  };
}

const problemsOf =
  (part: string, check: ValidateFunction) =>
  (value: unknown): string[] =>
    check(value) ? [] : check.errors!.map((error) => `${part}${error.instancePath} ${errorText(error)}`);

function errorText({ message, params }: ErrorObject): string {
  const detail = Object.values(params as object).filter((value) => typeof value === 'string');
  return detail.every((text) => message?.includes(text)) ? String(message) : `${message} (${detail.join(', ')})`;
}

function surplus(part: string, check: ValidateFunction, value: unknown): string[] {
  check(value);
  return (check.errors ?? [])
    .filter(({ keyword }) => keyword === 'additionalProperties')
    .map(({ instancePath, params }) => `${part}${instancePath}/${params.additionalProperty}`);
}

/** Returns the schema, changed so that its objects may have no undescribed properties. */
function closed(schema: any): any {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, child]) => [name, closed(child)]));
  return schema.type === 'object' && schema.properties ? { ...inner, additionalProperties: false } : inner;
}
