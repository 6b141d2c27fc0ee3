/** `npm run docs:errors`: writes docs/reference/error-codes.md from the catalogue of error codes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
export const PAGE = at('docs/reference/error-codes.md');

const INTRODUCTION = `# Error codes

Every error has the body \`{"status": "error", "message": "…", "code": "…"}\`. Program against \`code\`; \`message\` is for people and names the field or the object.

With 500 and 503, read whether changes were made. With \`internal\` (500) and \`outcome_unknown\` (503) they may have been. [API conventions](api.md#repeated-keys) say what a repetition with an \`Idempotency-Key\` gets.

This page is generated from \`libs/platform/data/error-codes.json\` (\`npm run docs:errors\`).
`;

/** The page, as Prettier formats it. */
export async function errorCodesPage() {
  const codes = Object.entries(JSON.parse(readFileSync(at('libs/platform/data/error-codes.json'), 'utf8')));
  const rows = codes.map(
    ([code, { status, meaning, advice }]) => `| \`${code}\` | ${status} | ${meaning} | ${advice} |`,
  );
  const table = ['| code | status | meaning | what to do |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const prettier = await import('prettier');
  const options = await prettier.resolveConfig(PAGE);
  return prettier.format(`${INTRODUCTION}\n${table}\n`, { ...options, filepath: PAGE });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, await errorCodesPage());
  console.log(`wrote ${PAGE}`);
}
