import { registerDecorator } from 'class-validator';

/** Returns the problem of a value as a sentence that begins with the field name; undefined for a valid value. */
export type ProblemOf = (value: unknown, field: string) => string | undefined;

/** Makes a class-validator rule from a function that returns the problem. */
export function rule(name: string, problemOf: ProblemOf): PropertyDecorator {
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
