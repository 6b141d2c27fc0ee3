import { SaxesParser } from 'saxes';

/** An element of a record. The names have no namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** without the text of child elements */
  text: string;
}

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 100;

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the trimmed text of the first child with this name, or an empty text when there is no such child. */
export function textOf(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? '';
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Reads one element from its start tag to its end tag, or returns what is wrong. `line` is the line of the start tag
 * in the file. Only the five predefined entities of XML are known. Nothing is fetched.
 */
export function readElement(xml: string, line: number): XmlElement | { wrong: string } {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let wrong: string | undefined;
  let root: XmlElement | undefined;
  const path: XmlElement[] = [];
  let count = 0;

  parser.on('error', (error) => {
    wrong ??= `the XML is not well-formed on line ${line + parser.line - 1}: ${error.message.replace(/^\d+:\d+: /, '')}`;
  });
  parser.on('doctype', () => {
    wrong ??= 'the record declares a DOCTYPE';
  });
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > MAX_ELEMENTS) wrong ??= `the record has more than ${MAX_ELEMENTS} elements`;
    if (path.length >= MAX_DEPTH) wrong ??= `the elements of the record are nested deeper than ${MAX_DEPTH}`;
    if (wrong !== undefined) return;
    const attributes = Object.entries(tag.attributes).map(([name, value]) => [localName(name), value]);
    const element: XmlElement = {
      name: localName(tag.name),
      attributes: Object.fromEntries(attributes),
      children: [],
      text: '',
    };
    path.at(-1)?.children.push(element);
    root ??= element;
    path.push(element);
  });
  parser.on('closetag', () => void path.pop());
  const addText = (text: string) => {
    if (wrong === undefined && path.length > 0) path.at(-1)!.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  parser.write(xml).close();
  return wrong === undefined && root ? root : { wrong: wrong ?? 'the record is not an XML element' };
}
