import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { GeneratedLedger, LEDGER_ID, TENANT_ID } from '@probity/ledger-verification/testing/generated-ledger';
import { readKept } from './kept-checkpoints';

/** The checkpoint of a ledger that had so many transactions. */
async function noteAt(transactions: number): Promise<string> {
  const ledger = new GeneratedLedger({ transactions });
  void [...ledger.lines()];
  return (await ledger.header()).checkpoint!;
}

const file = (name: string, content: string) => new File([content], name);
const ORIGIN = ledgerOrigin(LEDGER_ID);

describe('checkpoints that a person kept as files', () => {
  let [may, june] = ['', ''];
  beforeAll(async () => {
    [may, june] = [await noteAt(3), await noteAt(12)];
  });

  it('are read with what they cover, the smallest first', async () => {
    const kept = await readKept([file('june.txt', june), file('may.txt', may)], ORIGIN, 100);
    expect(kept).toEqual([
      { name: 'may.txt', note: may, size: 3 },
      { name: 'june.txt', note: june, size: 12 },
    ]);
  });

  it.each<[string, (note: string) => string, RegExp]>([
    ['of another log', (note) => note, /^kept\.txt is a checkpoint of another log: probity\/ledger\/\S+\. This one is/],
    ['with an end that was cut off', (note) => note.slice(0, -2), /^kept\.txt is not a signed checkpoint: /],
    ['without a signature', () => 'a letter', /^kept\.txt is not a signed checkpoint: the note has no empty line/],
    ['that is huge', () => 'x'.repeat(40_001), /^kept\.txt is not a signed checkpoint: it is too large/],
    ['that is long', () => 'x'.repeat(10_001), /^kept\.txt is not a signed checkpoint: it is too large/],
  ])('%s: the message names the file', async (name, content, message) => {
    const origin = name === 'of another log' ? ledgerOrigin(TENANT_ID) : ORIGIN;
    await expect(readKept([file('kept.txt', content(may))], origin, 1)).rejects.toThrow(message);
  });

  it('are at most so many', async () => {
    const two = [file('may.txt', may), file('june.txt', june)];
    await expect(readKept(two, ORIGIN, 1)).rejects.toThrow('Choose at most one file.');
  });
});
