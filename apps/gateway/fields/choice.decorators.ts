import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

/** One of a few words; it may be absent or null. */
export const OptionalChoice = (words: readonly string[], description?: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ enum: [...words], description }), IsOptional(), IsIn(words));
