import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { documentWork } from '../document-work';

const SCHEMA = readFileSync(join(__dirname, 'data', 'goaml-subset.xsd'), 'utf8');
const MAX_PROBLEMS = 20;
const MAX_DOCUMENT = 4_000_000;
/** Pages of 64 KiB: a document of 200 transactions needs a tenth of it. */
const MAX_MEMORY_PAGES = 2_048;

/**
 * Validates a document against the schema of what Probity writes, in a thread of its own with bounded memory and without
 * files or network. A document with a type declaration is invalid and no parser reads it: nothing declares or
 * expands entities.
 *
 * @returns the problems in sentences; none: the document is valid
 * @throws Refusal `overloaded`
 */
export async function validateGoaml(xml: string, tenantId: string): Promise<string[]> {
  if (xml.length > MAX_DOCUMENT)
    return [`The document has more than ${MAX_DOCUMENT} characters; report fewer transactions.`];
  if (xml.includes('<!DOCTYPE')) return ['The document has a document type declaration, which goAML does not have.'];
  const { valid, errors } = await documentWork(
    () =>
      validateXML({
        xml: [{ fileName: 'report.xml', contents: xml }],
        schema: [{ fileName: 'goaml-subset.xsd', contents: SCHEMA }],
        maxMemoryPages: MAX_MEMORY_PAGES,
      }),
    tenantId,
  );
  return valid ? [] : errors.slice(0, MAX_PROBLEMS).map(({ message }) => inWords(message));
}

const FACET = /^Schemas validity error : Element '([^']*)': (.*)$/s;

/** A message of the validator, as a sentence about the element. */
function inWords(message: string): string {
  const [, element, what] = FACET.exec(message) ?? [];
  return element === undefined ? `goAML: ${message}` : `The goAML element ${element} is not valid: ${what}`;
}
