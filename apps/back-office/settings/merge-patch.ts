type Json = Record<string, unknown>;

/**
 * Applies a JSON Merge Patch (RFC 7396) to an object. Fields that the patch omits do not change, objects are merged
 * field by field, other values are replaced, and null removes a field.
 */
export function mergePatch(target: Json, patch: Json): Json {
  const merged = new Map(Object.entries(target));
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) merged.delete(field);
    else if (isObject(value)) merged.set(field, mergePatch(objectOr(merged.get(field)), value));
    else merged.set(field, value);
  }
  return Object.fromEntries(merged); // makes `__proto__` an ordinary field; an assignment would set the prototype
}

const objectOr = (value: unknown): Json => (isObject(value) ? value : {});

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
