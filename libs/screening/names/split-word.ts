import { transliterate } from './transliterate';
import { toWords, type Word } from './words';

/**
 * Splits a word of a person's name that consists of several words: words without a space (`NapoleonBonaparte`), an
 * Arabic article (`الراشد`), or a compound name (`Abdulrahman`, `Nuruddin`).
 */
export function splitWord(word: Word): Word[] {
  const parts = (texts: readonly string[]): Word[] => texts.map((text) => ({ ...word, text, raw: text }));
  if (word.script === 'arabic') return parts(splitArabic(word));
  if (word.script === 'hebrew' && word.raw === HEBREW_SON) return parts(['ben']);
  const capital = GLUED_BY_CAPITAL.exec(word.raw);
  if (capital && !FAMILY_NAME_PREFIX.test(word.raw)) {
    return toWords(`${capital[1]} ${capital[2]}`).map((part) => ({ ...word, text: part.text, raw: part.raw }));
  }
  const servant = GLUED_SERVANT.exec(word.text);
  if (servant && !OF_GOD.test(servant[1]!)) return parts(['abdul', servant[1]!]);
  const faith = GLUED_FAITH.exec(word.text);
  if (faith) return parts([faith[1]!, 'din']);
  return [word];
}

const GLUED_BY_CAPITAL = /^(\p{Lu}?\p{Ll}{2,})(\p{Lu}\p{L}{2,})$/u;
const FAMILY_NAME_PREFIX = /^(Mac|Fitz|Van|Von|Del|Des|Dos|San|Saint|Mak)\p{Lu}/u;

/** `Abdul` and the rest of the name. Before some letters, `l` is written as that letter. `Abdullah` stays one word. */
const GLUED_SERVANT = /^abd(?:[aeiou]?l|[aeiou](?:r(?=r)|s(?=s)|n(?=n)|z(?=z)|d(?=d)|t(?=t)))(.{3,})$/;
const OF_GOD = /^(l?l?aa?h?i?|l?ohi?)$/;
/** Names such as `Nur al-Din`, written as one word, for example `Nuruddin`. */
const GLUED_FAITH = /^(.{3,}?)(?:[ueai]dd|[ueai]ld)(?:in|yn|een|ine)$/;

const ARTICLE = 'ال';
const SERVANT = 'عبد';
const OF_FAITH = 'الدين';
const SERVANT_OF_GOD = 'عبدالله';
const HEBREW_SON = 'בן';

/** Splits the article and `abd`, which Arabic writes without a space. */
function splitArabic({ raw, text }: Word): string[] {
  if (raw === SERVANT) return ['abdul'];
  if (raw === SERVANT_OF_GOD) return ['abdul', 'allah'];
  if (raw.startsWith(SERVANT + ARTICLE)) return ['abdul', text.slice(SERVANT.length + ARTICLE.length)];
  if (raw.endsWith(OF_FAITH) && raw.length >= OF_FAITH.length + 2)
    return [transliterate(raw.slice(0, -OF_FAITH.length), 'arabic'), 'din'];
  if (raw.startsWith(ARTICLE) && text.length >= 5) return ['al', text.slice(ARTICLE.length)];
  return [text];
}
