import { ArrayUnique, IsArray, IsIn } from 'class-validator';
import { TENANT_ROLES } from '@probity/contracts/staff/words';
import { type About, Field } from '@probity/platform/http/fields/field';

/** A list of roles in a tenant, without duplicates; it may be empty. */
export const Roles = (about: About = {}): PropertyDecorator =>
  Field(
    { type: 'array', items: { type: 'string', enum: [...TENANT_ROLES] }, uniqueItems: true, ...about },
    IsArray(),
    ArrayUnique(),
    IsIn(TENANT_ROLES, { each: true }),
  );
