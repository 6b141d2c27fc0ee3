/** An element as the second readers have it. */
export interface Node {
  name: string;
  attributes: Record<string, string>;
  kids: Node[];
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(x?)([0-9a-f]+));/gi,
    (_, name: string | undefined, hex: string, code: string) =>
      name === undefined ? String.fromCodePoint(parseInt(code, hex === '' ? 10 : 16)) : ENTITIES[name.toLowerCase()]!,
  );

const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;

/** Reads an XML file with patterns alone, and holds the whole of it. Prefixes of names are left out. */
export function xmlTree(xml: string): Node {
  const top: Node = { name: '', attributes: {}, kids: [], text: '' };
  const path = [top];
  for (const [, data, closing, name, given, empty, text] of xml.matchAll(TOKEN)) {
    const inside = path.at(-1)!;
    if (data !== undefined) inside.text += data;
    else if (text !== undefined) inside.text += decoded(text);
    else if (closing === '/') path.pop();
    else if (name !== undefined) {
      const attributes = Object.fromEntries(
        [...given!.matchAll(/([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key, one, other]) => [
          key!,
          decoded(one ?? other!),
        ]),
      );
      const node: Node = { name, attributes, kids: [], text: '' };
      inside.kids.push(node);
      if (empty !== '/') path.push(node);
    }
  }
  return top.kids[0] ?? top;
}

/** All elements at a path such as `idList/id`. */
export const at = (node: Node, path: string): Node[] =>
  path
    .split('/')
    .reduce((nodes: Node[], name) => nodes.flatMap(({ kids }) => kids.filter((kid) => kid.name === name)), [node]);

/** The texts at a path that are not empty. */
export const textsAt = (node: Node, path: string): string[] =>
  at(node, path)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');

export const textAt = (node: Node, path: string): string => textsAt(node, path)[0] ?? '';

/** Elements by a key of theirs. */
export function grouped(nodes: Node[], key: (node: Node) => string): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const node of nodes) {
    const group = groups.get(key(node));
    if (group) group.push(node);
    else groups.set(key(node), [node]);
  }
  return groups;
}
