import { refuseOther } from './checksum';

const OURS = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const check = (text: string, url = 'https://lists.example.org/files/un%20list.xml?token=secret') =>
  refuseOther(text, 'sums.example.org', { role: 'list', url, sha256: OURS });

describe('the text of a checksum', () => {
  it.each([
    ['has the digest alone', `${OURS}\n`],
    ['has the digest in a sentence', `sha256: ${OURS.toUpperCase()}`],
    ['names the file', `${OTHER}  other.xml\r\n${OURS}  un list.xml\r\n`],
    ['names the file with its folder', `${OURS} *./files/un list.xml`],
    ['names the file in front', `SHA256 (other.xml) = ${OTHER}\nSHA256 (un list.xml) = ${OURS}`],
  ])('is accepted when it %s', (_what, text) => expect(() => check(text)).not.toThrow());

  it.each([
    ['has another digest for the name', `${OURS}  other.xml\n${OTHER}  un list.xml`, /which is not in the text/],
    ['names only other files', `${OURS}  other.xml`, /of other files, and none of "un list.xml"/],
    ['names only other files in front', `SHA256 (other.xml) = ${OURS}`, /of other files/],
    ['has a digest without a name beside names', `${OURS}\n${OTHER}  un list.xml`, /which is not in the text/],
    ['has several digests without names', `${OURS}\n${OTHER}`, /several SHA-256 and does not say which/],
    ['has another digest', OTHER, /which is not in the text/],
    ['has none', 'not found', /contains no SHA-256 for the file "list"$/],
  ])('rejects a text that %s', (_what, text, message) => {
    expect(() => check(text)).toThrow(expect.objectContaining({ code: 'wrong_checksum' }));
    expect(() => check(text)).toThrow(message);
  });
});
