import type { Schemas } from '../api/client';
import { counted } from '../parts/counted';
import type { KeptCheckpoint } from './kept-checkpoints';

type Compared = Schemas['ComparedCheckpoint'];

export interface Agreement {
  agrees: boolean;
  /** names the checkpoint */
  text: string;
}

/**
 * With which checkpoints a ledger agrees, and with which kept ones it does not.
 *
 * @param compared the checkpoints that agree
 */
export function agreements(compared: readonly Compared[], kept: readonly KeptCheckpoint[]): Agreement[] {
  const left = new Map<number, number>();
  for (const { source, size } of compared) if (source === 'kept') left.set(size, (left.get(size) ?? 0) + 1);
  const ofNotary = compared.filter(({ source }) => source === 'notary');
  return [
    ...ofNotary.map(({ size }) => ({ agrees: true, text: named('the last checkpoint of the notary', size) })),
    ...kept.map(({ name, size }) => {
      const count = left.get(size) ?? 0;
      left.set(size, count - 1);
      return { agrees: count > 0, text: named(name, size) };
    }),
  ];
}

const named = (name: string, size: number): string => `${name} (${counted(size, 'transaction')})`;
