/**
 * Converts spellings that differ only by language or transliteration to one form: `Schröder` and `Schroeder`, `Yuri`
 * and `Iurii`, `Khadija` and `Hadija`, `Chekhov` and `Tchekhov`, `Wladimir` and `Vladimir`. The form is only for
 * comparing; it is not a real spelling.
 */
export function foldSpelling(text: string): string {
  let folded = folds.get(text);
  if (folded === undefined) {
    folded = fold(text);
    if (folds.size >= MAX_REMEMBERED) folds.clear();
    folds.set(text, folded);
  }
  return folded;
}

const MAX_REMEMBERED = 20_000;
const folds = new Map<string, string>();

/** The order matters: each rule is applied to the result of the rules before it. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/schtsch|shch|chtch|stch|schch/g, 's'],
  [/tsch|tch|cz/g, 'C'],
  [/sch|sh|sz/g, 's'],
  [/dzh|dsch|dj/g, 'j'],
  [/zh/g, 'z'],
  [/ch(?=[rl])/g, 'k'],
  [/ch/g, 'C'],
  [/ph/g, 'f'],
  [/([tgdbrw])h/g, '$1'],
  [/kh/g, 'h'],
  [/ck|q/g, 'k'],
  [/ts|tz/g, 'C'],
  [/x/g, 'ks'],
  [/c(?=[aourlkt])/g, 'k'],
  [/w/g, 'v'],
  [/oo|ou/g, 'u'],
  [/ee/g, 'i'],
  [/([aou])e(?!v)/g, '$1'],
  [/(?<=[aeou])ye/g, 'e'],
  [/y/g, 'i'],
  [/(?<=.)j(?![aeiou])|(?<=[^aeiou])j/g, 'i'],
  [/^ie/g, 'e'],
  [/of+$/g, 'ov'],
  [/eff$/g, 'ev'],
  [/(?<=..)h$/g, ''],
  [/C/g, 'c'],
  [/(.)\1+/g, '$1'],
];

function fold(text: string): string {
  let folded = text;
  for (const [pattern, replacement] of RULES) folded = folded.replace(pattern, replacement);
  return folded === '' ? text : folded;
}

/**
 * Removes the vowels of a folded spelling and writes related consonants as one. Transliterations of a name from a
 * script without vowels usually have the same skeleton. Unrelated names rarely do.
 */
export function soundSkeleton(folded: string): string {
  let skeleton = '';
  let last = '';
  for (const letter of folded) {
    const sound = SOUNDS[letter] ?? '';
    if (sound !== '' && sound !== last) skeleton += sound;
    last = sound;
  }
  return skeleton;
}

const SOUNDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'bpf'].map((letter) => [letter, 'b'])),
  ...Object.fromEntries([...'ckgj'].map((letter) => [letter, 'k'])),
  ...Object.fromEntries([...'dt'].map((letter) => [letter, 't'])),
  ...Object.fromEntries([...'lr'].map((letter) => [letter, 'r'])),
  ...Object.fromEntries([...'sz'].map((letter) => [letter, 's'])),
  ...Object.fromEntries([...'mn0123456789'].map((letter) => [letter, letter])),
};
