import { ApiProperty } from '@nestjs/swagger';

export class Currency {
  @ApiProperty({ example: 'USD', description: 'ISO 4217 code' }) code: string;
  @ApiProperty({ example: 'US Dollar' }) name: string;
  @ApiProperty({ type: 'integer', example: 2 }) minor_unit_decimals: number;
}
