import type { TemplateMediaType } from '@probity/contracts/report-templates/words';
import { inertCell } from '@probity/platform/inert-cell';
import { holdable } from '../goaml/xml';
import { BEGIN, END } from './marks';

/** Control characters except tab and line feed. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** What turns the direction of a text, or is not seen at all. */
const HIDDEN = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

export const plain = (value: string): string => value.replace(CONTROL, '').replace(HIDDEN, '');

const OF_TYPE: Record<TemplateMediaType, (value: string) => string> = {
  'text/plain': plain,
  'text/csv': (value) => `"${inertCell(plain(value)).replaceAll('"', '""')}"`,
  'application/xml': (value) => holdable(value).replace(/[&<>"']/g, (character) => ENTITIES[character]!),
  'application/json': (value) => JSON.stringify(value).slice(1, -1),
};

/** How a value is written into a document of the type, with marks around it. */
export const escapeFor =
  (type: TemplateMediaType) =>
  (value: unknown): string =>
    `${BEGIN}${OF_TYPE[type](String(value))}${END}`;
