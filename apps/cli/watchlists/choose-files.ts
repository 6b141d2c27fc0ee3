import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Importer } from '@probity/watchlists/importer';
import { InputError, UsageError } from '../errors';
import { fileProblem } from '../files/file-problem';

/** How files are recognised: `IMPORTERS` and `recogniseFiles` of libs/watchlists. */
export interface KnownFormats {
  importers: Importer[];
  recognise: (fileNames: string[]) => { importer: Importer; files: Record<string, string> } | undefined;
}

export interface ChosenFiles {
  importer: Importer;
  /** path by role */
  files: Record<string, string>;
  /** the optional roles for which there is no file */
  absent: string[];
}

/**
 * Finds the list to which the files, or the files of one folder, belong, and the role of each file.
 *
 * @param format the format of the files; if omitted their names must identify it
 * @throws UsageError when the list cannot be determined, or a given file has no role in it
 */
export function chooseFiles(paths: string[], format: string | undefined, known: KnownFormats): ChosenFiles {
  const isFolder = paths.map((path) => statOf(path).isDirectory());
  if (isFolder.includes(true) && paths.length > 1) {
    throw new UsageError('give either one folder or files of one list, not both');
  }
  const folder = isFolder[0] ? paths[0]! : undefined;
  const given = folder === undefined ? paths : filesIn(folder);
  if (given.length === 0) throw new UsageError(`the folder ${folder} contains no file`);
  const pathOf = new Map(given.map((path) => [basename(path), path] as const));
  const names = [...pathOf.keys()];
  if (names.length < given.length) throw new UsageError('two of the files have the same name; give only one of them');

  const { importer, files } =
    format === undefined ? recognised(names, folder, known) : assigned(names, format, known.importers);
  const used = Object.values(files);
  const unused = folder === undefined ? names.filter((name) => !used.includes(name)) : [];
  if (unused.length > 0) {
    throw new UsageError(
      `${unused.join(', ')} is not a file of ${importer.title} (${importer.format}): ${rolesOf(importer)}`,
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
  throw new UsageError(`the names do not identify the list of ${where}; name its format with --format: ${formats}`);
}

function assigned(names: string[], format: string, importers: Importer[]) {
  const importer = importers.find((one) => one.format === format);
  if (!importer) throw new UsageError(`there is no format ${format}`);
  const files: Record<string, string> = {};
  for (const { role, required, names: pattern } of importer.files) {
    const matching = names.filter((name) => pattern.test(name));
    // With a single file, --format is more reliable than the name of the file.
    const isAlone = names.length === 1 && importer.files.filter((file) => file.required).length === 1 && required;
    const [name] = matching.length === 0 && isAlone ? names : matching;
    if (matching.length > 1) throw new UsageError(`two files match "${role}" of ${format}: ${matching.join(', ')}`);
    if (name !== undefined) files[role] = name;
    else if (required) throw new UsageError(`no file matches "${role}" of ${format}: ${rolesOf(importer)}`);
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
    throw new InputError('file', fileProblem(path, error));
  }
}
