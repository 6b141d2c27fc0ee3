/**
 * Checks the types and runs ESLint. Most ESLint rules need types, and computing them takes most of the time.
 * So both checks share one TypeScript program, and the types are computed once. The desk has a program of its own,
 * because it runs in browsers.
 */
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { writeDeskClient } from './desk-client.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const mistakes = [];

function programOf(configuration) {
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(`${root}${configuration}`, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (error) => {
      throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
    },
  });
  const program = ts.createProgram({ rootNames: fileNames, options });
  mistakes.push(...errors, ...ts.getPreEmitDiagnostics(program));
  return program;
}

await writeDeskClient();
const programs = [programOf('tsconfig.json'), programOf('apps/desk/tsconfig.json')];
const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
if (mistakes.length > 0) console.log(ts.formatDiagnostics(mistakes, host));

const eslint = new ESLint({
  cwd: root,
  overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { project: null, programs } } },
});
const results = await eslint.lintFiles(['.']);
console.log((await eslint.loadFormatter('stylish')).format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exit(mistakes.length === 0 && isClean ? 0 : 1);
