import 'reflect-metadata';
import { readDto } from '../dto.pipe';
import { WholeNumber } from './number';

class Query {
  @WholeNumber(1, 9)
  from: number;
}

it.each([
  ['abc', 'from must be an integer number'],
  [undefined, 'from must be an integer number'],
  ['0', 'from must not be less than 1'],
  ['10', 'from must not be greater than 9'],
])('a whole number of %s has one mistake', (from, message) => {
  expect(() => readDto(Query, { from }, true)).toThrow(new RegExp(`^${message}$`));
});
