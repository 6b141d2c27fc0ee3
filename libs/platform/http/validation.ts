import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { invalid } from '../errors';

const MAX_MESSAGES = 5;

/** Validates bodies and queries against their DTO classes; unknown fields are refused. */
export const validation = (): ValidationPipe =>
  new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => invalid('invalid_field', describe(errors)),
  });

/** One sentence that names each field with its full path, such as `entries[1].debit must be a string`. */
function describe(errors: ValidationError[]): string {
  const messages = errors.flatMap((error) => messagesOf(error, ''));
  const shown = messages.slice(0, MAX_MESSAGES).join('; ');
  return messages.length > MAX_MESSAGES ? `${shown}; and ${messages.length - MAX_MESSAGES} more` : shown;
}

function messagesOf(error: ValidationError, parent: string): string[] {
  const path = joined(parent, error.property);
  const own = Object.entries(error.constraints ?? {}).map(([constraint, message]) => {
    if (constraint === 'whitelistValidation') return `${path} is not a known field`;
    return message.startsWith(`${error.property} `)
      ? path + message.slice(error.property.length)
      : `${path}: ${message}`;
  });
  return [...own, ...(error.children ?? []).flatMap((child) => messagesOf(child, path))];
}

function joined(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}
