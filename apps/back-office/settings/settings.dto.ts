import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsObject, IsOptional, Min } from 'class-validator';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { CurrentSettings } from '@probity/read-side/settings/settings-queries';
import { DecisionBody } from '../staff/decision.dto';

export class ChangeSettingsBody extends DecisionBody {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'what to change, as a JSON Merge Patch (RFC 7396) with the sections stages, screening, monitoring and scoring: ' +
      'what is left out stays as it is, null puts a field or a section back to its default',
    example: { screening: { threshold: 0.75 }, stages: { kyc: 'external' } },
  })
  @IsObject({ message: 'settings must be a JSON object' })
  settings: Record<string, unknown>;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'refuses the change when another version applies meanwhile; 0: the defaults',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  expected_version?: number;
}

export interface ChangedSettingsAnswer extends CurrentSettings {
  settings: ComplianceSettings;
  /** what else somebody who changes these settings should know or do, in sentences */
  notes: string[];
}
