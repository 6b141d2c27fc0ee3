import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '@probity/platform/http/text.decorators';

/** A documented text of at most `max` characters; it may be absent, null or blank. */
export const TextField = (max: number, example: string, description?: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: 'string', maxLength: max, example, description }), OptionalText(max));
