import { agreements } from './agreements';

const file = (name: string, size: number) => ({ name, size, note: '' });

it('names the checkpoints that a ledger agrees with, and the kept ones that it does not', () => {
  const compared = [
    { source: 'kept' as const, size: 1 },
    { source: 'kept' as const, size: 3 },
    { source: 'notary' as const, size: 1_200 },
  ];
  expect(agreements(compared, [file('may.txt', 1), file('june.txt', 3), file('july.txt', 7)])).toEqual([
    { agrees: true, text: 'the last checkpoint of the notary (1,200 transactions)' },
    { agrees: true, text: 'may.txt (1 transaction)' },
    { agrees: true, text: 'june.txt (3 transactions)' },
    { agrees: false, text: 'july.txt (7 transactions)' },
  ]);
});

it('says of two files of one size that one was not compared, if only one was', () => {
  const two = [file('a.txt', 3), file('b.txt', 3)];
  expect(agreements([{ source: 'kept', size: 3 }], two).map(({ agrees }) => agrees)).toEqual([true, false]);
});
