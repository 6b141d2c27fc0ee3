import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsObject, IsOptional, Max, Min } from 'class-validator';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Officer } from '../staff/decision.dto';
import { OptionalPointInTime } from '../times/point-in-time';

export class RulesQuery extends PageQuery {
  @ApiPropertyOptional({ enum: RULE_MODES })
  @IsOptional()
  @IsIn(RULE_MODES)
  mode?: RuleMode;
}

export class RuleModeBody {
  @ApiProperty({ enum: RULE_MODES })
  @IsIn(RULE_MODES)
  mode: RuleMode;

  @Officer()
  officer: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'refuses when the rule has another version by now' })
  @IsOptional()
  @IsInt()
  @Min(1)
  expected_version?: number;
}

export class BacktestBody {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'of a rule, as when a rule is created' })
  @IsObject({ message: 'definition must be a JSON object' })
  definition: Record<string, unknown>;

  @OptionalPointInTime('only events from this time on')
  from?: string;

  @OptionalPointInTime('only events before this time')
  to?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 100, default: 10 })
  @IsInt()
  @Min(0)
  @Max(100)
  max_examples: number = 10;
}
