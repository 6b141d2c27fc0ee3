import { euFsf } from './eu-fsf';
import { followTheMoney } from './followthemoney';
import { Importer } from './importer';
import { ofacSdn } from './ofac-sdn';
import { openSanctionsTargets } from './opensanctions-targets';
import { ukSanctions } from './uk-sanctions';
import { unConsolidated } from './un-consolidated';

export const IMPORTERS: Importer[] = [
  ofacSdn,
  unConsolidated,
  ukSanctions,
  euFsf,
  openSanctionsTargets,
  followTheMoney,
];

/** The files of one importer by role, or undefined when a required one is missing or a role has two. */
function filesFor(importer: Importer, fileNames: string[]): Record<string, string> | undefined {
  const files: Record<string, string> = {};
  for (const { role, required, names } of importer.files) {
    const matching = fileNames.filter((fileName) => names.test(fileName));
    if (matching.length > 1 || (required && matching.length === 0)) return undefined;
    if (matching.length === 1) files[role] = matching[0]!;
  }
  return files;
}

/**
 * Which list the files of a folder are, by their names (without the folder), and which of them plays which
 * role; other files do not matter. Undefined when they are none, or when it is not certain: two lists in one
 * folder, or two files that could play one role.
 */
export function recogniseFiles(fileNames: string[]): { importer: Importer; files: Record<string, string> } | undefined {
  const recognised = IMPORTERS.flatMap((importer) => {
    const files = filesFor(importer, fileNames);
    return files ? [{ importer, files }] : [];
  });
  return recognised.length === 1 ? recognised[0] : undefined;
}
