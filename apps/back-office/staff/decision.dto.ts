import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { RequiredText } from '@probity/platform/http/text.decorators';

export const MAX_OFFICER = 100;
export const MAX_REASON = 2_000;

/** Who of the staff decides; the audit trail says so for ever. */
export const Officer = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ example: 'j.smith', maxLength: MAX_OFFICER, description: 'who decides' }),
    RequiredText(MAX_OFFICER),
  );

/** Why, in the words of whoever decides. */
export const Reason = (example: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ example, maxLength: MAX_REASON }), RequiredText(MAX_REASON));

/** What every decision of staff carries. */
export class DecisionBody {
  @Reason('checked against the passport; another person')
  reason: string;

  @Officer()
  officer: string;
}

/** The actor of a decision as the audit trail has it. */
export const staff = (officer: string): string => `staff:${officer}`;
