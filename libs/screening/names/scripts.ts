/** Writing systems. Their letters give different information about the sound of a name. */
export type Script =
  'latin' | 'cyrillic' | 'greek' | 'armenian' | 'georgian' | 'arabic' | 'hebrew' | 'han' | 'hangul' | 'kana' | 'other';

/** Scripts whose transliteration gives a usual spelling. Transliterations of other scripts lose vowels or sounds. */
const ALPHABETS: ReadonlySet<Script> = new Set<Script>(['latin', 'cyrillic', 'greek', 'armenian', 'georgian']);

const RANGES: readonly (readonly [from: number, to: number, script: Script])[] = [
  [0x0041, 0x024f, 'latin'],
  [0x0250, 0x02ff, 'latin'],
  [0x0370, 0x03ff, 'greek'],
  [0x0400, 0x052f, 'cyrillic'],
  [0x0530, 0x058f, 'armenian'],
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x06ff, 'arabic'],
  [0x0750, 0x077f, 'arabic'],
  [0x08a0, 0x08ff, 'arabic'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1c90, 0x1cbf, 'georgian'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  [0x3005, 0x3007, 'han'],
  [0x3040, 0x30ff, 'kana'],
  [0x3130, 0x318f, 'hangul'],
  [0x31f0, 0x31ff, 'kana'],
  [0x3400, 0x4dbf, 'han'],
  [0x4e00, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
  [0xf900, 0xfaff, 'han'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfeff, 'arabic'],
  [0x20000, 0x3ffff, 'han'],
];

export function scriptOf(codePoint: number): Script {
  if (codePoint < 0x0250) return 'latin';
  for (const [from, to, script] of RANGES) {
    if (codePoint < from) return 'other';
    if (codePoint <= to) return script;
  }
  return 'other';
}

export const isAlphabet = (script: Script): boolean => ALPHABETS.has(script);

/** True if one character is a syllable or a word. Then a different character makes a different name. */
export const isSyllabic = (script: Script): boolean => script === 'han' || script === 'hangul';
