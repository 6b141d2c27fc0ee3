import { isEmail } from 'class-validator';
import { MAX_EMAIL } from '@probity/contracts/customers/limits';
import { textProblem } from '../../text';
import { Field, OptionalField } from './field';
import { rule } from './rule';

const EMAIL = { type: 'string', format: 'email', maxLength: MAX_EMAIL, example: 'jane.doe@example.com' } as const;

/** A required e-mail address. */
export const RequiredEmail = (description: string): PropertyDecorator =>
  Field(
    { ...EMAIL, description },
    rule('isRequiredEmail', (value, field) =>
      value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
        ? `${field} is required`
        : emailProblem(value, field),
    ),
  );

/** An e-mail address that may be absent or null. */
export const OptionalEmail = (description?: string): PropertyDecorator =>
  OptionalField({ ...EMAIL, ...(description && { description }) }, rule('isEmail', emailProblem));

function emailProblem(value: unknown, field: string): string | undefined {
  if (typeof value !== 'string') return `${field} must be a string`;
  const problem = textProblem(value); // isEmail throws on text that is not well-formed
  if (problem) return `${field} ${problem}`;
  return isEmail(value) ? undefined : `${field} must be an e-mail address, such as jane@example.com`;
}
