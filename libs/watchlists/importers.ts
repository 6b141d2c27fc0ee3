import { euFsf } from './eu-fsf';
import { followTheMoney } from './followthemoney';
import { Importer } from './importer';
import { mappedCsv } from './mapped-csv';
import { ofacAdvanced } from './ofac-advanced';
import { ofacSdn } from './ofac-sdn';
import { ofacXml } from './ofac-xml';
import { openSanctionsTargets } from './opensanctions-targets';
import { seco } from './seco';
import { ukSanctions } from './uk-sanctions';
import { ukSanctionsXml } from './uk-sanctions-xml';
import { unConsolidated } from './un-consolidated';

export const IMPORTERS: Importer[] = [
  ofacSdn,
  ofacXml,
  ofacAdvanced,
  unConsolidated,
  ukSanctions,
  ukSanctionsXml,
  euFsf,
  seco,
  openSanctionsTargets,
  followTheMoney,
  mappedCsv,
];

/** Returns the files of an importer by role. Undefined when a required file is missing or a role matches two files. */
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
 * Recognises a list by the names of the files in a folder (names without the path), and returns its importer and its
 * files by role. Ignores other files. Returns undefined when the folder contains no list, two lists, or two files for
 * the same role.
 */
export function recogniseFiles(fileNames: string[]): { importer: Importer; files: Record<string, string> } | undefined {
  const recognised = IMPORTERS.flatMap((importer) => {
    const files = filesFor(importer, fileNames);
    return files ? [{ importer, files }] : [];
  });
  return recognised.length === 1 ? recognised[0] : undefined;
}
