import type { EntryDraft } from './entry-draft';
import { childrenOf, textOf, XmlElement } from './xml-element';

/** The order in which the parts of a name are spoken. Other parts keep the order of the file, after the given names. */
const SPOKEN = new Map(
  Object.entries({
    'given-name': -5,
    'further-given-name': -4,
    'father-name': -3,
    'grand-father-name': -2,
    'tribal-name': 1_000,
    'family-name': 1_001,
    'maiden-name': 1_002,
    suffix: 1_003,
  }),
);

/** A name has at most this many spellings. The spellings of its parts are also kept as a remark if there are more. */
const MAX_SPELLINGS = 24;

interface Part {
  value: string;
  place: number;
  /** spellings by their script; `LATN` is the default */
  variants: Map<string, string[]>;
}

function partOf(element: XmlElement, order: number): Part {
  const variants = new Map<string, string[]>();
  for (const variant of childrenOf(element, 'spelling-variant')) {
    const text = variant.text.trim();
    const script = (variant.attributes.script ?? 'LATN').toUpperCase();
    if (text !== '') variants.set(script, [...(variants.get(script) ?? []), text]);
  }
  const place = SPOKEN.get(element.attributes['name-part-type'] ?? '') ?? order;
  return { value: textOf(element, 'value'), place, variants };
}

/** Every way to take one spelling of each part, at most `MAX_SPELLINGS` + 1 of them. */
function spellings(parts: string[][]): string[] {
  let all = [''];
  for (const choices of parts) {
    all = all.flatMap((start) => choices.map((choice) => `${start} ${choice}`.trim())).slice(0, MAX_SPELLINGS + 1);
  }
  return all;
}

/**
 * Reads a `name` of an identity. Its parts have spellings in Latin letters, which are combined with each other, and in
 * other scripts, of which each makes a name of its own.
 */
export function addName(draft: EntryDraft, name: XmlElement): void {
  const elements = childrenOf(name, 'name-part');
  for (const title of elements.filter(({ attributes }) => attributes['name-part-type'] === 'title'))
    draft.addRemark('Title', textOf(title, 'value'));
  const parts = elements
    .filter(({ attributes }) => attributes['name-part-type'] !== 'title')
    .map((element, n) => partOf(element, Number(element.attributes.order) || n + 1))
    .sort((a, b) => a.place - b.place);
  const type = name.attributes['name-type'];
  const isWeak = name.attributes.quality === 'low';
  const main = parts.map(({ value }) => value).join(' ');
  draft.addName(main, isWeak ? 'weak' : type === 'primary-name' ? 'primary' : 'alias');
  const scripts = new Set(parts.flatMap(({ variants }) => [...variants.keys()]));
  for (const script of scripts) {
    const choices = parts.map(({ value, variants }) => {
      const others = variants.get(script) ?? [];
      return script === 'LATN' || others.length === 0 ? [value, ...others] : others;
    });
    const all = spellings(choices);
    for (const spelling of all.slice(0, MAX_SPELLINGS)) draft.addName(spelling, isWeak ? 'weak' : 'alias');
    if (all.length <= MAX_SPELLINGS) continue;
    const reason = `the name has more than ${MAX_SPELLINGS} spellings; the others are kept as a remark`;
    draft.addOddity('names', reason).addRemark('Spellings', choices.map((each) => each.join(', ')).join(' / '));
  }
}
