import { FetchFailure } from './fetch-failure';

const DIGEST = '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])';
const DIGESTS = new RegExp(DIGEST, 'gi');
/** as `sha256sum` writes */
const BEFORE_NAME = new RegExp(`^(?<sha256>${DIGEST})\\s+\\*?(?<name>\\S.*)$`, 'i');
/** as `sha256sum --tag` and BSD write */
const AFTER_NAME = new RegExp(`^SHA256 ?\\((?<name>.+)\\) ?= ?(?<sha256>${DIGEST})$`, 'i');

/** A file that was received. */
interface ReceivedFile {
  role: string;
  /** its address */
  url: string;
  sha256: string;
}

/**
 * Compares a file with the text of its checksum. If lines of the text name files, only those with the name of this file
 * count, which is the last segment of its address. Without names, the text must have one digest.
 *
 * @param host from which the text is
 * @throws FetchFailure `wrong_checksum`
 */
export function refuseOther(text: string, host: string, { role, url, sha256 }: ReceivedFile): void {
  const all = text.match(DIGESTS) ?? [];
  const named = namedIn(text);
  const name = lastSegment(new URL(url).pathname);
  const expected = named.length > 0 ? named.filter((one) => one.name === name).map((one) => one.sha256) : all;
  const refused = (why: string) => new FetchFailure('wrong_checksum', why);
  if (all.length === 0) throw refused(`the text at ${host} contains no SHA-256 for the file "${role}"`);
  if (expected.length === 0) {
    throw refused(`the text at ${host} has the SHA-256 of other files, and none of "${name}", the file "${role}"`);
  }
  if (named.length === 0 && all.length > 1) {
    throw refused(`the text at ${host} has several SHA-256 and does not say which is of the file "${role}"`);
  }
  if (expected.some((digest) => digest.toLowerCase() === sha256)) return;
  throw refused(
    `the file "${role}" has the SHA-256 ${sha256}, which is not in the text at ${host}; the transfer is not trusted`,
  );
}

function namedIn(text: string): { name: string; sha256: string }[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const { name, sha256 } = (BEFORE_NAME.exec(line.trim()) ?? AFTER_NAME.exec(line.trim()))?.groups ?? {};
    return name === undefined || sha256 === undefined ? [] : [{ name: lastSegment(name), sha256 }];
  });
}

/** Without the folders, and as people read it. */
function lastSegment(path: string): string {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
