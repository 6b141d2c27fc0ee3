/** Full tiles have so many hashes. */
export const FULL_WIDTH = 256;

/** Up to three digits in each part, as in `x001/x234/067`, and for a partial tile its width, as in `067.p/8`. */
const PATH = /^((?:x\d{3}\/){0,4})(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile at a path of c2sp.org/tlog-tiles, below its level; undefined when no tile has the path. */
export function tileAt(path: string): { index: number; width: number } | undefined {
  const [, parts, last, partial] = PATH.exec(path) ?? [];
  if (parts === undefined || parts.startsWith('x000')) return undefined;
  const width = Number(partial ?? FULL_WIDTH);
  if (partial !== undefined && width >= FULL_WIDTH) return undefined;
  return { index: Number(parts.replaceAll(/[x/]/g, '') + last!), width };
}
