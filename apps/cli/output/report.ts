/** The parts of a report, with an empty line between them. What is empty is left out. */
export function report(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}

/** A part under a title; nothing when there is nothing to say. */
export function section(title: string, text: string): string {
  return text === '' ? '' : `${title}:\n${text}`;
}
