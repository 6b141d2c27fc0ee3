/** A row of two texts side by side. A line that only one text has is beside an empty place. */
export interface LineRow {
  left?: string;
  right?: string;
  kind: 'same' | 'removed' | 'added' | 'changed';
}

/** The lines that both texts have in the same order are beside each other: a longest common subsequence. */
export function lineRows(left: string[], right: string[]): LineRow[] {
  const common = commonLengths(left, right);
  const rows: LineRow[] = [];
  const removed: string[] = [];
  const added: string[] = [];
  const flush = () => {
    const pairs = Math.max(removed.length, added.length);
    for (let n = 0; n < pairs; n++) {
      const [before, after] = [removed[n], added[n]];
      if (before !== undefined && after !== undefined) rows.push({ left: before, right: after, kind: 'changed' });
      else if (before !== undefined) rows.push({ left: before, kind: 'removed' });
      else rows.push({ right: after, kind: 'added' });
    }
    removed.length = added.length = 0;
  };
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    if (l < left.length && r < right.length && left[l] === right[r]) {
      flush();
      rows.push({ left: left[l++], right: right[r++], kind: 'same' });
    } else if (r >= right.length || (l < left.length && common[l + 1]![r]! >= common[l]![r + 1]!)) {
      removed.push(left[l++]!);
    } else added.push(right[r++]!);
  }
  flush();
  return rows;
}

/** The length of the longest common subsequence of the lines from each pair of places on. */
function commonLengths(left: string[], right: string[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () => Array<number>(right.length + 1).fill(0));
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      lengths[l]![r] =
        left[l] === right[r] ? lengths[l + 1]![r + 1]! + 1 : Math.max(lengths[l + 1]![r]!, lengths[l]![r + 1]!);
    }
  }
  return lengths;
}
