/** What Windows-1252 has where Latin-1 has control characters, from 0x80 to 0x9f; five of them mean nothing. */
const FROM_80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Our own, because TextDecoder of Node 20 reads Windows-1252 as if it were Latin-1. */
export function windows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]!);
}
