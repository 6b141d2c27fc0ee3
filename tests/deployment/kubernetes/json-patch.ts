export interface Operation {
  op: string;
  path: string;
  value?: unknown;
}

/**
 * Applies RFC 6902 operations to a document, in place.
 * @throws Error if the path of an operation does not exist, or the operation is not add, replace or remove
 */
export function applyPatch(document: unknown, operations: Operation[]): void {
  for (const { op, path, value } of operations) {
    const keys = path
      .split('/')
      .slice(1)
      .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));
    const last = keys.pop()!;
    const parent = keys.reduce((at, key) => (at as any)?.[key], document);
    if (typeof parent !== 'object' || parent === null) throw new Error(`${op} ${path}: the parent does not exist`);
    const holder = parent as Record<string, unknown>;
    if (op !== 'add' && !(last in holder)) throw new Error(`${op} ${path}: the path does not exist`);

    if (op === 'remove') delete holder[last];
    else if (op === 'replace' || (op === 'add' && !Array.isArray(parent))) holder[last] = value;
    else if (op === 'add')
      (parent as unknown[]).splice(last === '-' ? (parent as unknown[]).length : Number(last), 0, value);
    else throw new Error(`${op} ${path}: this operation is not supported`);
  }
}
