import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Importer } from '@probity/watchlists/importer';
import { CliError, UsageError } from '../errors';

/** How files are told from each other: `IMPORTERS` and `recogniseFiles` of libs/watchlists. */
export interface KnownFormats {
  importers: Importer[];
  recognise: (fileNames: string[]) => { importer: Importer; files: Record<string, string> } | undefined;
}

export interface ChosenFiles {
  importer: Importer;
  /** path by role */
  files: Record<string, string>;
  /** roles that this list can do without, and has no file for */
  absent: string[];
}

/**
 * Which list some files, or the files of one folder, are and which of them plays which role.
 *
 * @param format what somebody says they are; without it their names must tell
 * @throws UsageError when it is not certain, or a file that was named plays no role
 */
export function chooseFiles(paths: string[], format: string | undefined, known: KnownFormats): ChosenFiles {
  const isFolder = paths.map((path) => statOf(path).isDirectory());
  if (isFolder.includes(true) && paths.length > 1) {
    throw new UsageError('give one folder, or files, and not both: one list is imported at a time');
  }
  const folder = isFolder[0] ? paths[0]! : undefined;
  const given = folder === undefined ? paths : filesIn(folder);
  if (given.length === 0) throw new UsageError(`the folder ${folder} holds no file`);
  const pathOf = new Map(given.map((path) => [basename(path), path] as const));
  const names = [...pathOf.keys()];
  if (names.length < given.length) throw new UsageError('two of the files have the same name; only one can be meant');

  const { importer, files } =
    format === undefined ? recognised(names, folder, known) : assigned(names, format, known.importers);
  const used = Object.values(files);
  const unused = folder === undefined ? names.filter((name) => !used.includes(name)) : [];
  if (unused.length > 0) {
    throw new UsageError(
      `${unused.join(', ')} is no file of ${importer.title} (${importer.format}): ${rolesOf(importer)}`,
    );
  }
  return {
    importer,
    files: Object.fromEntries(Object.entries(files).map(([role, name]) => [role, pathOf.get(name)!])),
    absent: importer.files.flatMap(({ role }) => (role in files ? [] : [role])),
  };
}

function recognised(names: string[], folder: string | undefined, { importers, recognise }: KnownFormats) {
  const found = recognise(names);
  if (found) return found;
  const where = folder === undefined ? names.join(', ') : `the files in ${folder}`;
  const formats = importers.map(({ format }) => format).join(', ');
  throw new UsageError(`it is not certain from their names which list ${where} are; say it with --format: ${formats}`);
}

function assigned(names: string[], format: string, importers: Importer[]) {
  const importer = importers.find((one) => one.format === format);
  if (!importer) throw new UsageError(`there is no format ${format}`);
  const files: Record<string, string> = {};
  for (const { role, required, names: pattern } of importer.files) {
    const matching = names.filter((name) => pattern.test(name));
    // Where there is one file, whoever says what it is knows better than its name.
    const isAlone = names.length === 1 && importer.files.filter((file) => file.required).length === 1 && required;
    const [name] = matching.length === 0 && isAlone ? names : matching;
    if (matching.length > 1) throw new UsageError(`two files could be "${role}" of ${format}: ${matching.join(', ')}`);
    if (name !== undefined) files[role] = name;
    else if (required) throw new UsageError(`no file is "${role}" of ${format}: ${rolesOf(importer)}`);
  }
  return { importer, files };
}

const rolesOf = ({ files }: Importer): string =>
  `it has ${files.map(({ role, required }) => (required ? role : `${role} (optional)`)).join(', ')}`;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CliError('file', code === 'ENOENT' ? `${path} does not exist` : `${path} cannot be read: ${message}`);
  }
}
