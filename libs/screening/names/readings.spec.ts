import { readingsOf } from './readings';
import { isText } from './text-around-names';

describe('the readings of a name', () => {
  it('are the name alone, when there is nothing to choose', () => {
    for (const name of ['Olga Marlow', 'Marlow, Olga', 'Zorin & Sons A/S', 'Mixed 3 Or Not'])
      expect(readingsOf(name)[0]).toBe(name);
    for (const name of ['Olga Marlow', 'Zorin & Sons A/S', 'Victor Marlow']) expect(readingsOf(name)).toEqual([name]);
  });

  it.each([
    ['Olga Marlow or Volga Marlo', ['Olga Marlow', 'Volga Marlo']],
    ['Olga Marlow or Marlo', ['Olga Marlow', 'Olga Marlo']],
    ['Olga or Volga Marlow', ['Olga Marlow', 'Volga Marlow']],
    ['MARLOW, Olga (or Volga)', ['MARLOW, Olga', 'MARLOW, Volga']],
    ['Olga Marlow alias The Finch', ['Olga Marlow', 'The Finch']],
    ['Zorin Lines / Zorin Shipping', ['Zorin Lines', 'Zorin Shipping']],
    ['Yusuf/Youssef al-Marli', ['Yusuf al-Marli', 'Youssef al-Marli']],
    ['Office for Grain Research (OGR)', ['Office for Grain Research', 'OGR']],
  ])('are the alternatives: %s', (name, readings) => {
    expect(readingsOf(name)).toEqual([name, ...readings]);
  });

  it.each([
    ['MR OLGA MARLOW, ACC 40817810099910004312, MOSCOW', 'MR OLGA MARLOW'],
    ['c/o Olga Marlow, PO Box 118, Brno', 'Olga Marlow'],
    ['Zorin Alloys Co - Account No. 0113-880-2', 'Zorin Alloys Co'],
    ['Zorin LLC, INN 7704123450', 'Zorin LLC'],
    ['INV 2026/118 ZORIN METALS', 'ZORIN METALS'],
  ])('are without what surrounds them in a text: %s', (name, reading) => {
    expect(isText(name)).toBe(true);
    expect(readingsOf(name)).toContain(reading);
  });

  it('are few, and need little time, whatever the name', () => {
    const hostile = [
      ' or a'.repeat(5_000),
      '/'.repeat(10_000),
      '(or '.repeat(5_000),
      'acc 1/'.repeat(5_000),
      ', '.repeat(9_000),
      `${'-a'.repeat(15_000)} acc 1234`,
      `${'-a'.repeat(290)} acc 1234`,
    ];
    const begun = performance.now();
    for (const name of hostile) expect(readingsOf(name).length).toBeLessThanOrEqual(6);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
