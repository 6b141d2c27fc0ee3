import { codeBlocks, readPage } from './markdown';

const PAGE = 'docs/guides/verify-a-ledger-elsewhere.md';

/** The programs in Python of the guide for verifiers: one reads a bundle from the API, the other verifies. */
export function programsOfGuide(): { download: string; verify: string } {
  const [download, verify, ...more] = codeBlocks(readPage(PAGE)).filter(({ language }) => language === 'python');
  if (!download || !verify || more.length > 0) throw new Error(`${PAGE} must have two programs in Python`);
  return { download: download.text, verify: verify.text };
}
