import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LIMIT_NAMES, LIMITS } from '@probity/contracts/limits/limits';

const PAGE = join(resolve(__dirname, '..', '..'), 'docs', 'reference', 'limits.md');

it('docs/reference/limits.md has every limit with its default, bounds and unit', () => {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => /^\| `\w+` /.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const shown = (value: number): string => value.toLocaleString('en-US');
  expect(rows).toEqual(
    LIMIT_NAMES.map((name) => {
      const { default: value, minimum, maximum, unit, description } = LIMITS[name];
      return [`\`${name}\``, shown(value), `${shown(minimum)} to ${shown(maximum)}`, unit, description];
    }),
  );
});
