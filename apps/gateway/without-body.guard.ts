import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invalid } from '@probity/platform/errors';

/**
 * For a route that takes no body: accepts an absent body and an empty object. Any other body is rejected, so that
 * the caller does not assume that its fields had an effect.
 */
@Injectable()
export class WithoutBody implements CanActivate {
  /** @throws Refusal `invalid_field` */
  canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body === undefined || body === null) return true;
    if (typeof body !== 'object' || Array.isArray(body)) {
      throw invalid('invalid_field', 'the request body must be absent or an empty JSON object');
    }
    const [field] = Object.keys(body);
    if (field === undefined) return true;
    throw invalid(
      'invalid_field',
      `${field.slice(0, 60).toWellFormed()} is not a known field; this request has no fields`,
    );
  }
}
