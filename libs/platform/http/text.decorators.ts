import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { freeFormProblem } from '../free-form-json';
import { textProblem } from '../text';
import { rule } from './rule.decorators';

/** A text that must be there: not blank, at most `max` characters, all of which can be stored. */
export const RequiredText = (max: number): PropertyDecorator => IsText(1, max);

/** A text that may be absent or null: at most `max` characters that can be stored. */
export const OptionalText = (max: number): PropertyDecorator => applyDecorators(IsOptional(), IsText(0, max));

/** A text that may be absent or null, but not blank. */
export const NonBlankText = (max: number): PropertyDecorator => applyDecorators(IsOptional(), IsText(1, max));

/** A list of at most `maxItems` texts that are not blank; it may be absent or null. */
export const OptionalTexts = (maxItems: number, max: number): PropertyDecorator =>
  applyDecorators(
    IsOptional(),
    rule('isTexts', (value, field) => {
      if (!Array.isArray(value)) return `${field} must be a list of strings`;
      if (value.length > maxItems) return `${field} must have at most ${maxItems} items`;
      for (const [index, item] of value.entries()) {
        const problem = problemOfText(item, `${field}[${index}]`, 1, max);
        if (problem) return problem;
      }
      return undefined;
    }),
  );

/** Free-form JSON that may be absent or null. */
export const OptionalMetadata = (): PropertyDecorator => applyDecorators(IsOptional(), IsFreeForm());

function IsText(min: 0 | 1, max: number): PropertyDecorator {
  return rule('isText', (value, field) => problemOfText(value, field, min, max));
}

function problemOfText(value: unknown, field: string, min: 0 | 1, max: number): string | undefined {
  if (typeof value !== 'string') return `${field} must be a string`;
  if (min > 0 && value.trim() === '') return `${field} must not be blank`;
  if (value.length > max) return `${field} must have at most ${max} characters`;
  const problem = textProblem(value);
  return problem && `${field} ${problem}`;
}

function IsFreeForm(): PropertyDecorator {
  return rule('isFreeForm', freeFormProblem);
}
