import { applyDecorators } from '@nestjs/common';
import { IsOptional, registerDecorator } from 'class-validator';
import { freeFormProblem } from '../free-form-json';
import { textProblem } from '../text';

/** A text that must be there: not blank, at most `max` characters, all of which can be stored. */
export const RequiredText = (max: number): PropertyDecorator => IsText(1, max);

/** A text that may be absent or null: at most `max` characters that can be stored. */
export const OptionalText = (max: number): PropertyDecorator => applyDecorators(IsOptional(), IsText(0, max));

/** Free-form JSON that may be absent or null. */
export const OptionalMetadata = (): PropertyDecorator => applyDecorators(IsOptional(), IsFreeForm());

function IsText(min: 0 | 1, max: number): PropertyDecorator {
  return rule('isText', (value, field) => {
    if (typeof value !== 'string') return `${field} must be a string`;
    if (min > 0 && value.trim() === '') return `${field} must not be blank`;
    if (value.length > max) return `${field} must have at most ${max} characters`;
    const problem = textProblem(value);
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
