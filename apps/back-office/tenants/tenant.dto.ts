import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { RequiredText } from '@probity/platform/http/text.decorators';
import { SLUG } from './slug';

export class CreateTenantBody {
  @ApiProperty({ example: 'bank', description: 'lower-case letters, digits and hyphens; 63 at most' })
  @Matches(SLUG, {
    message: 'slug must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end',
  })
  slug: string;

  @ApiProperty({ example: 'Bank', maxLength: 255 })
  @RequiredText(255)
  name: string;
}
