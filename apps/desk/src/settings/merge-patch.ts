type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON Merge Patch (RFC 7396) that turns one object into another; undefined when they are equal. */
export function mergePatch(before: Json, after: Json): Json | undefined {
  const patch: Json = {};
  for (const name of Object.keys(before)) if (!(name in after)) patch[name] = null;
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (isObject(old) && isObject(value)) {
      const inner = mergePatch(old, value);
      if (inner) patch[name] = inner;
    } else if (JSON.stringify(old) !== JSON.stringify(value)) {
      patch[name] = value;
    }
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
