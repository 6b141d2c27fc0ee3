import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, Length, MaxLength, registerDecorator } from 'class-validator';
import { freeFormProblem } from '../free-form-json';
import { textProblem } from '../text';

/** A text that must be there: 1 to `max` characters that can be stored. */
export const RequiredText = (max: number): PropertyDecorator =>
  applyDecorators(IsString(), Length(1, max), IsStorableText());

/** A text that may be absent or null: at most `max` characters that can be stored. */
export const OptionalText = (max: number): PropertyDecorator =>
  applyDecorators(IsOptional(), IsString(), MaxLength(max), IsStorableText());

/** Free-form JSON that may be absent or null. */
export const OptionalMetadata = (): PropertyDecorator => applyDecorators(IsOptional(), IsFreeForm());

function IsStorableText(): PropertyDecorator {
  return rule('isStorableText', (value, field) => {
    const problem = typeof value === 'string' ? textProblem(value) : undefined;
    return problem && `${field} ${problem}`;
  });
}

function IsFreeForm(): PropertyDecorator {
  return rule('isFreeForm', freeFormProblem);
}

/** A class-validator rule from a function that answers what is wrong, in a sentence that begins with the field. */
function rule(name: string, problemOf: (value: unknown, field: string) => string | undefined): PropertyDecorator {
  return (target, property) => {
    const field = String(property);
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: field,
      validator: {
        validate: (value: unknown) => problemOf(value, field) === undefined,
        defaultMessage: (args) => problemOf(args?.value, field) ?? `${field} is not acceptable`,
      },
    });
  };
}
