import { Allow, IsBoolean, IsInt, IsOptional, Max, Min, validateSync } from 'class-validator';
import fc from 'fast-check';
import { Choice, OptionalChoice } from './fields/choice';
import { ListOf, ObjectOf, OptionalListOf, OptionalObjectOf } from './fields/nested';
import { NonBlankText, OptionalText, Text } from './fields/text';
import { OptionalUuid } from './fields/uuid';
import { followsRules } from './follows-rules';

class Part {
  @Text(3)
  name: unknown;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(5)
  number?: unknown;

  @OptionalObjectOf(() => Part)
  part?: unknown;
}

class Base {
  @Choice(['a', 'b'], {})
  choice: unknown;
}

class Whole extends Base {
  @ObjectOf(() => Part)
  part: unknown;

  @ListOf(() => Part, 3)
  parts: unknown;

  @OptionalListOf(() => Part, 3)
  more?: unknown;

  @NonBlankText(3)
  word: unknown;

  @OptionalText(3)
  text?: unknown;

  @OptionalUuid()
  id?: unknown;

  @OptionalChoice(['c'], {})
  maybe?: unknown;

  @IsBoolean()
  flag: unknown;

  @Allow()
  anything: unknown;
}

const instance =
  <T extends object>(of: new () => T) =>
  (fields: object): T =>
    Object.assign(new of(), fields);

const junk = fc.oneof(
  fc.constantFrom(undefined, null, '', ' ', 'abcd', 0, 1.5, NaN, {}, [], [null], [undefined], [[]]),
  fc.jsonValue(),
);
/** Only values that follow the rules, or a few others, too: random values alone would hardly ever follow all of them. */
type Values = (good: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>;
const good: Values = (values) => values;
const mostlyGood: Values = (values) => fc.oneof({ weight: 30, arbitrary: values }, { weight: 1, arbitrary: junk });

function wholes(values: Values): fc.Arbitrary<Whole> {
  const { part } = fc.letrec<{ part: Part }>((tie) => ({
    part: fc
      .record(
        {
          name: values(fc.constantFrom('x', 'yes')),
          number: values(fc.integer({ min: 1, max: 5 })),
          part: fc.oneof({ depthSize: 'small' }, values(fc.constant(null)), tie('part')),
        },
        { requiredKeys: ['name'] },
      )
      .map(instance(Part)),
  }));
  const parts = fc.array(values(part), { maxLength: 3 });
  const fields = {
    choice: values(fc.constantFrom('a', 'b')),
    part: values(part),
    parts: values(parts),
    more: values(parts),
    word: values(fc.constantFrom('x', 'yes')),
    text: values(fc.constantFrom('', null, 'yes')),
    id: values(fc.uuid()),
    maybe: values(fc.constant('c')),
    flag: values(fc.boolean()),
    anything: junk,
  };
  return fc.record(fields, { requiredKeys: ['choice', 'part', 'parts', 'word', 'flag'] }).map(instance(Whole));
}

/** What class-validator says. */
const isRight = (object: object): boolean => validateSync(object, { forbidUnknownValues: true }).length === 0;

it('never says of an object that class-validator rejects that it follows the rules', () => {
  let rejected = 0;
  fc.assert(
    fc.property(wholes(mostlyGood), (object) => {
      if (isRight(object)) return;
      rejected++;
      expect(followsRules(object)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
  expect(rejected).toBeGreaterThan(100);
});

it('says of a valid object that it follows the rules', () => {
  fc.assert(
    fc.property(wholes(good), (object) => expect([isRight(object), followsRules(object)]).toEqual([true, true])),
  );
});

it('leaves an object of a class without rules to class-validator, which rejects it', () => {
  expect(followsRules(new (class Nothing {})())).toBe(false);
});

it('leaves rules for each value of a list to class-validator', () => {
  class Lists {
    @IsInt({ each: true })
    numbers: number[];
  }
  expect(followsRules(Object.assign(new Lists(), { numbers: [1] }))).toBe(false);
});
