/**
 * Checks the types and runs ESLint. Most ESLint rules need types, and computing them takes most of the time.
 * So both checks share one TypeScript program, and the types are computed once.
 */
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(`${root}tsconfig.json`, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (error) => {
    throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  },
});
const program = ts.createProgram({ rootNames: fileNames, options });
const mistakes = [...errors, ...ts.getPreEmitDiagnostics(program)];
const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
if (mistakes.length > 0) console.log(ts.formatDiagnostics(mistakes, host));

const eslint = new ESLint({
  cwd: root,
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions: { project: null, programs: [program] } } },
});
const results = await eslint.lintFiles(['.']);
console.log((await eslint.loadFormatter('stylish')).format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exit(mistakes.length === 0 && isClean ? 0 : 1);
