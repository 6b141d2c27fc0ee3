import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invalid } from '@probity/platform/errors';

/**
 * For a route that takes no body: none and an empty object are the same. A body that says something is
 * refused, so that nobody believes that it was obeyed.
 */
@Injectable()
export class WithoutBody implements CanActivate {
  /** @throws Refusal `invalid_field` */
  canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body === undefined || body === null) return true;
    if (typeof body !== 'object' || Array.isArray(body)) {
      throw invalid('invalid_field', 'the request body must be left out, or be an empty JSON object');
    }
    const [field] = Object.keys(body);
    if (field === undefined) return true;
    throw invalid('invalid_field', `${field.slice(0, 60).toWellFormed()} is not a known field: there is none here`);
  }
}
