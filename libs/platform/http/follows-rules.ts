import type { Type } from '@nestjs/common';
import { getMetadataStorage, type ValidatorConstraintInterface, ValidationTypes } from 'class-validator';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** A rule about the value of a field. */
interface Check {
  rule: Rule;
  validator: ValidatorConstraintInterface;
}

type Condition = (object: object, value: unknown) => unknown;

interface FieldRules {
  name: string;
  /** the others count only if all of these do */
  conditions: Condition[];
  checks: Check[];
  /** whether the rules of its object, or of each object in its list, count too */
  isNested: boolean;
}

/** of each class; undefined if it has rules of a kind that only class-validator knows */
const known = new WeakMap<object, FieldRules[] | undefined>();

/**
 * Whether an instance of a DTO class follows all rules of class-validator's decorators. It is faster than
 * class-validator, which prepares an error for each field before it looks at it. `false` means: perhaps not. Then
 * class-validator decides, and says what is wrong.
 */
export function followsRules(object: object): boolean {
  const fields = rulesOf(object.constructor as Type);
  return fields !== undefined && fields.every((field) => follows(object, field));
}

function follows(object: object, { name, conditions, checks, isNested }: FieldRules): boolean {
  const value = (object as Record<string, unknown>)[name];
  for (const condition of conditions) if (!condition(object, value)) return true;
  for (const check of checks) if (!passes(object, value, check)) return false;
  return !isNested || value === undefined || nestedFollows(value);
}

function passes(object: object, value: unknown, { rule, validator }: Check): boolean {
  if (rule.each) return false;
  const { constraints, propertyName: property } = rule;
  return (
    validator.validate(value, { value, object, property, constraints, targetName: object.constructor.name }) === true
  );
}

function nestedFollows(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => !Array.isArray(item) && nestedFollows(item));
  return value instanceof Object && followsRules(value);
}

function rulesOf(dtoClass: Type): FieldRules[] | undefined {
  if (!known.has(dtoClass)) known.set(dtoClass, read(dtoClass));
  return known.get(dtoClass);
}

function read(dtoClass: Type): FieldRules[] | undefined {
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(dtoClass, '', false, false);
  const fields = new Map<string, FieldRules>();
  for (const rule of rules) {
    const name = rule.propertyName;
    const field = fields.get(name) ?? { name, conditions: [], checks: [], isNested: false };
    fields.set(name, field);
    if (!add(rule, field)) return undefined;
  }
  return fields.size > 0 ? [...fields.values()] : undefined; // class-validator rejects objects without rules
}

/** Returns false for a rule of an unknown kind. */
function add(rule: Rule, field: FieldRules): boolean {
  switch (rule.type) {
    case ValidationTypes.WHITELIST:
      return true;
    case ValidationTypes.CONDITIONAL_VALIDATION:
      field.conditions.push(rule.constraints[0] as Condition);
      return true;
    case ValidationTypes.NESTED_VALIDATION:
      field.isNested = true;
      return true;
    case ValidationTypes.CUSTOM_VALIDATION:
      return addChecks(rule, field);
    default:
      return false;
  }
}

function addChecks(rule: Rule, { checks }: FieldRules): boolean {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  for (const constraint of constraints) checks.push({ rule, validator: constraint.instance });
  return rule.validateIf === undefined && constraints.every(({ async }) => !async);
}
