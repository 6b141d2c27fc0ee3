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
  if (value !== value.trim()) return `${field} must have no spaces before or after the address`;
  return isEmail(value) && hasVisibleName(value)
    ? undefined
    : `${field} must be an e-mail address, such as jane@example.com`;
}

/** Invisible characters before the @, such as zero-width spaces, are no name. */
const hasVisibleName = (email: string): boolean =>
  email.slice(0, email.lastIndexOf('@')).replace(/[\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu, '') !== '';
