/** The characters 0x80 to 0x9f of Windows-1252, which are control characters in Latin-1. Five are not assigned. */
const FROM_80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes Windows-1252. TextDecoder of Node 20 is not used, because it reads Windows-1252 as Latin-1. */
export function windows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => FROM_80[character.charCodeAt(0) - 0x80]!);
}
