/** Joins the parts of a report with empty lines. Empty parts are left out. */
export function report(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}

/** A part of a report, with a title; empty when the text is empty. */
export function section(title: string, text: string): string {
  return text === '' ? '' : `${title}:\n${text}`;
}
