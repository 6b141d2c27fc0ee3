import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { Allow, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SEVERITIES } from '@probity/contracts/alerts/words';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { ALERT_TYPE_PATTERN, MAX_NAME, MAX_PROSE } from '@probity/monitoring/rule-definition';
import { PageQuery } from '@probity/platform/http/page.dto';
import { OptionalChoice } from '../fields/choice.decorators';
import { OptionalTime } from '../fields/date.decorators';

const CONDITION = {
  oneOf: [{ type: 'object', additionalProperties: true }, { type: 'boolean' }],
  description: 'a node of the rule language; see the documentation of monitoring rules',
  example: { gte: [{ field: 'transaction.amount' }, 10000] },
};

/** What a rule says. `compileRule` checks it as a whole, and names each bad node with its JSON pointer. */
export class DefinitionBody {
  @ApiProperty({ maxLength: MAX_NAME, example: 'Large cash deposit' })
  @Allow()
  name: string;

  @ApiProperty({ maxLength: MAX_PROSE, example: 'A single cash deposit of 10,000 or more' })
  @Allow()
  description: string;

  @ApiProperty({
    maxLength: MAX_PROSE,
    example: 'Large amounts of cash hide where they come from',
    description: 'why the pattern matters, for whoever reads the alert',
  })
  @Allow()
  reason: string;

  @ApiProperty({ enum: EVENT_TYPES })
  @Allow()
  event_type: string;

  @ApiProperty({ enum: SEVERITIES, example: 'high' })
  @Allow()
  severity: string;

  @ApiProperty({ pattern: ALERT_TYPE_PATTERN, example: 'large_cash' })
  @Allow()
  alert_type: string;

  @ApiProperty({ maxLength: MAX_NAME, example: 'Large cash deposit', description: 'of the alert' })
  @Allow()
  title: string;

  @ApiPropertyOptional({
    type: 'string',
    example: '24h',
    description: 'while an alert of this rule for the customer is younger, there is no second one',
  })
  @Allow()
  cooldown?: string | null;

  @ApiProperty(CONDITION)
  @Allow()
  condition: unknown;
}

export class CreateRuleBody extends DefinitionBody {
  @OptionalChoice(RULE_MODES, 'active rules raise alerts, shadow ones leave evidence only; default active')
  mode?: RuleMode | null;
}

/** A new version: the whole definition, another mode, or both. */
export class UpdateRuleBody extends PartialType(DefinitionBody, { skipNullProperties: false }) {
  @OptionalChoice(RULE_MODES, 'stays as it is when it is left out')
  mode?: RuleMode | null;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, example: 1, description: 'refused when it is not the last one' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  expected_version?: number | null;
}

export class BacktestBody extends DefinitionBody {
  @OptionalTime()
  from?: string | null;

  @OptionalTime()
  to?: string | null;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 100, default: 10, example: 10 })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(100)
  max_examples?: number | null;
}

export class RulesQuery extends PageQuery {
  @OptionalChoice(RULE_MODES)
  mode?: RuleMode;
}

/** A rule with its definition, field by field as it is written. */
export class MonitoringRule extends OmitType(DefinitionBody, ['cooldown', 'condition']) {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6085' }) id: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'large_cash', description: 'set on the default rules' })
  key: string | null;
  @ApiProperty({ type: 'integer', example: 1 }) version: number;
  @ApiProperty({ enum: RULE_MODES }) mode: string;
  @ApiPropertyOptional({ example: '24h' }) cooldown?: string;
  @ApiProperty(CONDITION) condition: unknown;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) created_at: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) updated_at: string;
}

export class BacktestResult {
  @ApiProperty({ enum: [true] }) done: boolean;
  @ApiProperty({ type: 'integer', example: 12000, description: 'stored events that the draft was tried on' })
  events: number;
  @ApiProperty({ type: 'integer', example: 800 }) customers: number;
  @ApiProperty({ type: 'integer', example: 14 }) hit_events: number;
  @ApiProperty({ type: 'integer', example: 9 }) hit_customers: number;
  @ApiProperty({ type: 'integer', example: 11, description: 'alerts that it would have raised, after the cooldown' })
  alerts: number;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  examples: object[];
}
