/** HTML that is safe to show. */
export class Html {
  constructor(readonly text: string) {}
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

type Shown = Html | string | number | undefined | Shown[];

/** Template tag: escapes values that are not Html and joins the items of a list. */
export function markup(parts: TemplateStringsArray, ...values: Shown[]): Html {
  return new Html(parts.reduce((text, part, index) => text + shown(values[index - 1]) + part));
}

function shown(value: Shown): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(shown).join('');
  return value === undefined ? '' : escapeHtml(String(value));
}
