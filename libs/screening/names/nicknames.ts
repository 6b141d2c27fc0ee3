import { readLines, words } from '@probity/platform/data-file';
import { foldSpelling } from './spelling';

const spellingGroups = groups('spellings.txt');
const nicknameGroups = groups('nicknames.txt');

/** Numbers of lines by the folded names in them. */
function groups(file: string): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  readLines(`${__dirname}/data/${file}`, words).forEach((line, group) => {
    for (const name of new Set(line.map(foldSpelling))) {
      const known = byName.get(name);
      if (known) known.push(group);
      else byName.set(name, [group]);
    }
  });
  return byName;
}

const NONE: readonly number[] = [];

/** The groups of transliterations that a folded name belongs to. */
export const spellingsOf = (folded: string): readonly number[] => spellingGroups.get(folded) ?? NONE;

/** The groups of short forms and of other languages' forms that a folded name belongs to. */
export const formsOf = (folded: string): readonly number[] => nicknameGroups.get(folded) ?? NONE;

export function shareGroup(a: readonly number[], b: readonly number[]): boolean {
  return a.length > 0 && b.length > 0 && a.some((group) => b.includes(group));
}
