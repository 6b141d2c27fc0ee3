type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Path = (string | number)[];

/** Returns the path of every value in a JSON value. Objects and arrays come before their content. */
export function placesIn(value: Json, path: Path = []): Path[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return below.flatMap(([key, child]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesIn(child, place)];
  });
}

/** Returns another value of the same type and format, so that only its meaning changes. */
export function changedValue(value: Json): Json {
  if (value === null) return false;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return value.length > 0 ? [] : ['added'];
  if (typeof value === 'object') return Object.keys(value).length > 0 ? {} : { added: true };
  if (/^\d+$/.test(value)) return String(BigInt(value) + 1n);
  if (/^\d{4}-.*Z$/.test(value)) return new Date(Date.parse(value) + 1).toISOString();
  if (/[0-9a-f]$/.test(value)) return value.slice(0, -1) + (value.endsWith('0') ? '1' : '0');
  return `${value}!`;
}

/** Returns a copy with another value at the path. */
export function withChanged(value: Json, path: Path, change: (before: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const copy = structuredClone(value) as Record<string | number, Json>;
  copy[key] = withChanged(copy[key]!, rest, change);
  return copy;
}

/** Returns a copy without the value at the path. */
export function withoutPlace(value: Json, path: Path): Json {
  const last = path.at(-1)!;
  return withChanged(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.toSpliced(Number(last), 1);
    const { [last]: _removed, ...rest } = parent as Record<string, Json>;
    return rest;
  });
}
