import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

const DIGITS = /^\d{1,15}$/;

/** Query values are text; anything but plain digits stays text and fails the check. */
const toInteger = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;

/** The paging that every list takes. */
export class PageQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100, default: 20, example: 20 })
  @Transform(toInteger)
  @IsInt({ message: 'limit must be a whole number from 1 to 100' })
  @Min(1, { message: 'limit must be at least 1' })
  @Max(100, { message: 'limit must be at most 100' })
  limit: number = 20;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, default: 0, example: 0 })
  @Transform(toInteger)
  @IsInt({ message: 'offset must be a whole number, 0 or more' })
  @Min(0, { message: 'offset must be 0 or more' })
  offset: number = 0;
}
