import { readLines, words } from '@probity/platform/data-file';
import { isCommonName } from './common-names';
import { foldSpelling } from './spelling';

const spellingGroups = groups('spellings.txt');
const nicknameGroups = groups('nicknames.txt');

/** Maps each folded name to the indexes of the lines that contain it. */
function groups(file: string): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  readLines(`${__dirname}/data/${file}`, words).forEach((line, group) => {
    // Also as they are: transliterations from Arabic are compared so.
    for (const name of new Set([...line, ...line.map(foldSpelling)])) {
      const known = byName.get(name);
      if (known) known.push(group);
      else byName.set(name, [group]);
    }
  });
  return byName;
}

const NONE: readonly number[] = [];

/** Returns the groups of transliterations that contain a folded name. */
export const spellingsOf = (folded: string): readonly number[] => spellingGroups.get(folded) ?? NONE;

/** Returns the groups of short forms and of forms in other languages that contain a folded name. */
export const formsOf = (folded: string): readonly number[] => nicknameGroups.get(folded) ?? NONE;

export function shareGroup(a: readonly number[], b: readonly number[]): boolean {
  return a.length > 0 && b.length > 0 && a.some((group) => b.includes(group));
}

/** The groups of spellings that have a common name. */
const commonGroups: ReadonlySet<number> = new Set(
  [...spellingGroups].flatMap(([name, groupsOfName]) => (isCommonName(name) ? groupsOfName : [])),
);

const chainNames: ReadonlySet<string> = new Set(
  readLines(`${__dirname}/data/chain-names.txt`, words).flat().map(foldSpelling),
);
const chainGroups: ReadonlySet<number> = new Set([...chainNames].flatMap(spellingsOf));

/** Whether a folded name is one of a chain of given names, of which two are rarely the whole name of a person. */
export const isChainName = (folded: string): boolean =>
  chainNames.has(folded) || spellingsOf(folded).some((group) => chainGroups.has(group));

const oftenLeftOut = spellingsOf('muhammad');

/** Whether a folded name is `Muhammad`, which many people have before the name by which they are called. */
export const isOftenLeftOut = (folded: string): boolean => shareGroup(spellingsOf(folded), oftenLeftOut);

/** Whether a folded name is a spelling of a name that very many people have, such as the letters of an Arabic name. */
export const isSpellingOfCommonName = (folded: string): boolean =>
  spellingsOf(folded).some((group) => commonGroups.has(group));
