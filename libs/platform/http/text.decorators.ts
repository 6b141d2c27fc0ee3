import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, Length, MaxLength, registerDecorator } from 'class-validator';
import { Transform } from 'class-transformer';
import { freeFormProblem } from '../free-form-json';
import { textProblem } from '../text';

/** A text that must be there: 1 to `max` characters that can be stored. */
export const RequiredText = (max: number): PropertyDecorator =>
  applyDecorators(IsString(), Length(1, max), IsStorableText());

/** A text that may be absent or null: at most `max` characters that can be stored. */
export const OptionalText = (max: number): PropertyDecorator =>
  applyDecorators(IsOptional(), IsString(), MaxLength(max), IsStorableText());

/** Free-form JSON that may be absent or null. It is taken as it is: nothing in it is transformed. */
export const OptionalMetadata = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
    IsOptional(),
    IsFreeForm(),
  );

function IsStorableText(): PropertyDecorator {
  return rule('isStorableText', (value) => (typeof value === 'string' ? textProblem(value) : undefined));
}

function IsFreeForm(): PropertyDecorator {
  return (target, property) => {
    const name = String(property);
    rule('isFreeForm', (value) => freeFormProblem(value, name)?.slice(name.length + 1))(target, property);
  };
}

/** A class-validator rule from a function that answers what is wrong, in words that follow the field's name. */
function rule(name: string, problemOf: (value: unknown) => string | undefined): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => problemOf(value) === undefined,
        defaultMessage: (args) => `${String(property)} ${problemOf(args?.value) ?? 'is not acceptable'}`,
      },
    });
}
