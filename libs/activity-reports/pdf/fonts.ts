import { type Font, openSync } from 'fontkit';

const SUBSETS = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const;
export const WEIGHTS = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof WEIGHTS;

interface Face {
  name: string;
  path: string;
  font: Font;
}

const faceOf = (subset: string, weight: Weight): Face => {
  const path = require.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${WEIGHTS[weight]}-normal.woff`);
  return { name: `${subset}-${weight}`, path, font: openSync(path) as Font };
};

let opened: Record<Weight, Face[]> | undefined;
/** The fonts of the documents, opened at the first use. */
export const faces = (): Record<Weight, Face[]> =>
  (opened ??= {
    regular: SUBSETS.map((subset) => faceOf(subset, 'regular')),
    bold: SUBSETS.map((subset) => faceOf(subset, 'bold')),
  });

/** A part of a text, and the name of the font that has all its characters. */
export interface Run {
  font: string;
  text: string;
}

const codePoint = (character: string): string =>
  `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * Splits a text by the fonts that have its characters: Latin, Greek and Cyrillic. Every other character, also a mark of the
 * direction of writing, becomes its code point, such as `[U+202E]`. Line breaks stay.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const known = faces()[weight];
  const fallback = known[0]!.name;
  const runs: Run[] = [];
  for (const character of text.toWellFormed().replace(/\r\n?/g, '\n')) {
    const shown = character === '\t' ? ' ' : character;
    const point = shown.codePointAt(0)!;
    const last = runs.at(-1);
    const isBreak = shown === '\n';
    const face = isBreak ? undefined : known.find(({ font }) => font.hasGlyphForCodePoint(point));
    const font = face?.name ?? (isBreak ? (last?.font ?? fallback) : fallback);
    const written = face || isBreak ? shown : codePoint(character);
    if (last?.font === font) last.text += written;
    else runs.push({ font, text: written });
  }
  return runs;
}
