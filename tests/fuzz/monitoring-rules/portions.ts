import { evaluatePortion } from './evaluate-rules';

/** What the process is asked to do. */
export interface Order {
  seed: number;
  portion: number;
  limits: { ofRule: number; ofEvent: number };
}

process.on('message', ({ seed, portion, limits }: Order) => {
  process.send!(evaluatePortion(seed, portion, limits));
});
