import { crash } from './crash.suite';
import type { Victim } from './crash-round';

const VICTIMS = Array.from({ length: 20 }, (_, index): Victim => {
  if (index % 10 === 9) return 'both';
  return index % 2 === 0 ? 'process' : 'postgres';
});

describe('the ledger under SIGKILL', () => crash(VICTIMS));
