import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = /SCORER_VERSION = \d+/;
const THRESHOLD = /match\.score >= least/;

/**
 * Environment variables with which the built product has another scorer, as another release would.
 *
 * @param folder for a file that Node.js loads first, in the process and in its threads
 * @param least of scores that this scorer finds, if not all from the threshold
 */
export function otherScorer(folder: string, version: number, least?: number): NodeJS.ProcessEnv {
  const changes = [
    { file: 'scorer-version.js', pattern: VERSION.source, becomes: `SCORER_VERSION = ${version}` },
    ...(least === undefined
      ? []
      : [{ file: 'screening-index.js', pattern: THRESHOLD.source, becomes: `match.score >= ${least}` }]),
  ];
  const preload = join(folder, `scorer-${version}.cjs`);
  writeFileSync(
    preload,
    `const { readFileSync } = require('node:fs');
const extensions = require('node:module')._extensions;
const load = extensions['.js'];
extensions['.js'] = (module, path) => {
  const change = ${JSON.stringify(changes)}.find(({ file }) => path.endsWith('/libs/screening/' + file));
  if (!change) return load(module, path);
  const source = readFileSync(path, 'utf8');
  const changed = source.replace(new RegExp(change.pattern), change.becomes);
  if (changed === source && !source.includes(change.becomes)) throw new Error(change.pattern + ' is not in ' + path);
  return module._compile(changed, path);
};
`,
  );
  return { NODE_OPTIONS: `--require ${preload}` };
}
