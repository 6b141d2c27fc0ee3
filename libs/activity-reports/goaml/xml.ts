/** An element: its name, and its text or the elements in it. Elements that are undefined are left out. */
export type Element = readonly [name: string, content: string | readonly (Element | undefined)[]];

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Stands for each character that XML 1.0 cannot hold: control characters, U+FFFE, U+FFFF and lone surrogates. */
export const REPLACEMENT = '\ufffd';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** The text as XML can hold it. All other characters stay, also the marks of the direction of writing. */
export const holdable = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, REPLACEMENT);

/** An XML document in UTF-8. A parser returns every text as it was given here, except what `holdable` replaces. */
export const xmlDocument = (root: Element): string => `${DECLARATION}${written(root)}\n`;

function written([name, content]: Element): string {
  const inner =
    typeof content === 'string'
      ? holdable(content).replace(/[&<>\r]/g, (character) => ESCAPED[character]!)
      : content.map((element) => (element ? written(element) : '')).join('');
  return `<${name}>${inner}</${name}>`;
}
