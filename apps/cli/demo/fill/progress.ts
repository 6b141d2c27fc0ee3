import type { ProgressLine } from '../../output/progress-line';

const WIDTH = 24;

/** The parts of the work, with the share of the time that each takes. */
export type Part = 'customers' | 'events' | 'outcomes' | 'staff';
const SHARES: Record<Part, [label: string, share: number]> = {
  customers: ['customers', 0.05],
  events: ['events', 0.75],
  outcomes: ['outcomes', 0.05],
  staff: ['work of staff', 0.15],
};

/** A bar for the whole of the demo; it writes only when it looks different. */
export class Progress {
  private shown = '';

  constructor(private readonly line: ProgressLine) {}

  readonly report = (part: Part, done: number, total: number): void => {
    const text = barText(part, done, total);
    if (text === this.shown) return;
    this.shown = text;
    this.line.show(text);
  };

  clear(): void {
    this.line.clear();
  }
}

/** Such as `[######------]  54 %  events`. */
export function barText(part: Part, done: number, total: number): string {
  const parts = Object.keys(SHARES) as Part[];
  const before = parts.slice(0, parts.indexOf(part)).reduce((sum, each) => sum + SHARES[each][1], 0);
  const [label, share] = SHARES[part];
  const whole = before + share * (total === 0 ? 1 : done / total);
  const filled = Math.round(whole * WIDTH);
  const percent = String(Math.floor(whole * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${percent} %  ${label}`;
}
