/** A space that is not seen. Other characters that are not seen can be inside a word. */
const UNSEEN_SPACE = /\u200b/g;
const UNSEEN = /\p{Cf}/gu;
/** `A.B.C` and `A/S`, words with apostrophes in them, numbers, and signs that join names. */
const WORD =
  /(?<![\p{L}\p{N}])(?:\p{L}[./])+\p{L}?(?![\p{L}\p{N}])|[\p{L}\p{M}]+(?:['’‘‛`´′՚][\p{L}\p{M}]+)*|\p{N}+|[&+]/gu;
const POSSESSIVE = /['’‘‛`´′]s$/i;

/**
 * The words of a text such as the description of a payment, as they are written. All signs but `&` and `+` separate words,
 * and letters and numbers are separate words.
 */
export function wordsOfText(text: string): string[] {
  const seen = text.normalize('NFKC').replace(UNSEEN_SPACE, ' ').replace(UNSEEN, '');
  return (seen.match(WORD) ?? []).map((word) => word.replace(POSSESSIVE, ''));
}
