import { BLOCK } from '@probity/read-side/ledger/ledger-tree';

/** The path of a tile below its ledger, as c2sp.org/tlog-tiles writes it: `1/x001/234.p/8`. */
export function tileName({ level, index, width }: { level: number; index: number; width: number }): string {
  const digits = String(index);
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g)!;
  const path = [...parts.slice(0, -1).map((part) => `x${part}`), parts.at(-1)].join('/');
  return `${level}/${path}${width < BLOCK ? `.p/${width}` : ''}`;
}
