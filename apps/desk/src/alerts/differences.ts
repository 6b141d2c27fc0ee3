/** A piece of a name. */
export interface Part {
  text: string;
  /** the other name has no such piece at this place */
  differs: boolean;
}

/** Longer names are compared only as far as this: the work grows with the product of their lengths. */
const MAX_LETTERS = 300;

const comparable = (letter: string): string => letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Marks the letters in which two names differ: those outside their longest common subsequence. Case and accents do not
 * count.
 */
export function differences(one: string, other: string): [Part[], Part[]] {
  const [a, b] = [[...one], [...other]];
  const [x, y] = [a.slice(0, MAX_LETTERS).map(comparable), b.slice(0, MAX_LETTERS).map(comparable)];
  const [sameA, sameB] = [new Set<number>(), new Set<number>()];
  const common = lengths(x, y);
  for (let [i, j] = [0, 0]; i < x.length && j < y.length;) {
    if (x[i] === y[j]) {
      sameA.add(i++);
      sameB.add(j++);
    } else if (common[i + 1]![j]! >= common[i]![j + 1]!) i++;
    else j++;
  }
  return [parts(a, sameA), parts(b, sameB)];
}

/** `[i][j]`: the length of the longest common subsequence of what follows i in one text and j in the other. */
function lengths(x: string[], y: string[]): Uint16Array[] {
  const common = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; i--) {
    for (let j = y.length - 1; j >= 0; j--) {
      common[i]![j] = x[i] === y[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  return common;
}

function parts(letters: string[], same: Set<number>): Part[] {
  const found: Part[] = [];
  for (const [index, letter] of letters.entries()) {
    const differs = !same.has(index);
    const last = found.at(-1);
    if (last?.differs === differs) last.text += letter;
    else found.push({ text: letter, differs });
  }
  return found;
}
