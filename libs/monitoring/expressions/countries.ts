import { COUNTRY } from './expression';
import type { Operator } from './operator';

const LIST_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** `[country, list or lists]`: the country is on at least one of the named lists. */
export const countryIn: Operator = (operands, path, compiler) => {
  const items = compiler.operands(operands, path, ['country', 'name of a country list, or a list of names']);
  if (items === undefined) return undefined;
  const country = compiler.text(items[0], `${path}/0`);
  const names: unknown[] = Array.isArray(items[1]) ? items[1] : [items[1]];
  if (names.length === 0 || !names.every((name) => typeof name === 'string' && LIST_NAME.test(name))) {
    return compiler.problem(
      `${path}/1`,
      'expected the name of a country list such as "high_risk" (lower-case letters, digits and _), or a list of names; ' +
        'to compare with countries themselves, use "in"',
    );
  }
  if (country === undefined) return undefined;
  if (country.vocabulary !== COUNTRY) return compiler.problem(`${path}/0`, 'expected a field that contains a country');

  const lists = names.map((name) => compiler.scope.listed(name as string, country.read));
  return {
    type: 'condition',
    read: (context) => {
      for (const listed of lists) if (listed(context)) return true;
      return false;
    },
  };
};
