import { csv } from './csv';

it('quotes what needs it', () => {
  expect(csv([['a', 'b,c', 'd "e"', 'f\ng', null, 7]])).toBe('a,"b,c","d ""e""","f\ng",,7\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'])('leaves no formula: %j', (formula) => {
  expect(csv([[formula]])).toBe(`'${formula}\r\n`);
});
