/**
 * The error of a plugin for logs: its kind and where it was thrown. Its message and its other fields are not kept,
 * because they may quote a response, with personal data.
 */
export function withoutMessage(error: unknown): Error {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const kept = new Error(`${name} in the plugin; the message is left out because it may quote personal data`);
  kept.stack = [`${kept.name}: ${kept.message}`, ...places].join('\n');
  return kept;
}
