import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  ApiPropertyOptional,
  getSchemaPath,
} from '@nestjs/swagger';
import { PageQuery } from '@probity/platform/http/page.dto';
import { NonBlankText } from '@probity/platform/http/text.decorators';
import type { ListName, ListSchema, ListTopic } from '@probity/screening/list-entry';
import { ENTRY_BOUNDS } from '@probity/watchlists/check-entry';
import { MAX_ENTRIES } from './read-entries';

const SCHEMAS = ['Person', 'Company', 'Other'] as const satisfies readonly ListSchema[];
const TOPICS = ['sanction', 'pep', 'crime', 'wanted', 'adverse-media', 'other'] as const satisfies readonly ListTopic[];
const QUALITIES = ['primary', 'alias', 'weak'] as const satisfies readonly ListName['quality'][];
const { names, nameLength, identifiers, values, valueLength, idLength } = ENTRY_BOUNDS;

const BIRTH_DATES = {
  type: [String],
  example: ['1962-03-17'],
  description: '`1962`, `1962-03` or `1962-03-17`, or a range of years `1958/1962`',
} satisfies ApiPropertyOptions;
const COUNTRIES = { type: [String], example: ['RU'], description: 'ISO 3166-1 alpha-2' } satisfies ApiPropertyOptions;

export class WatchlistName {
  @ApiProperty({ maxLength: nameLength, example: 'Ivan Petrov', description: 'in any script' }) name: string;
  @ApiProperty({ enum: QUALITIES, description: 'a weak alias supports a match and makes none by itself' })
  quality: string;
}

export class WatchlistIdentifier {
  @ApiProperty({ maxLength: valueLength, example: 'passport' }) type: string;
  @ApiProperty({ maxLength: valueLength, example: '750123456' }) value: string;
  @ApiPropertyOptional({ example: 'RU' }) country?: string;
}

/** An entry as it is posted; `checkEntry` checks it. */
@ApiExtraModels(WatchlistName)
export class WatchlistEntryBody {
  @ApiPropertyOptional({
    maxLength: idLength,
    example: 'internal-17',
    description: 'an entry with the same id is replaced; without one the content decides it',
  })
  id?: string;

  @ApiProperty({ enum: SCHEMAS }) schema: string;

  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: names,
    items: { oneOf: [{ type: 'string', maxLength: nameLength }, { $ref: getSchemaPath(WatchlistName) }] },
    example: ['Ivan Petrov', { name: 'Иван Петров', quality: 'alias' }],
    description: 'the primary name is the one that is called so, or the first',
  })
  names: (string | WatchlistName)[];

  @ApiPropertyOptional({ type: [String], enum: TOPICS, isArray: true, description: 'default sanction' })
  topics?: string[];

  @ApiPropertyOptional({ ...BIRTH_DATES, maxItems: values }) birth_dates?: string[];
  @ApiPropertyOptional({ ...COUNTRIES, maxItems: values }) countries?: string[];
  @ApiPropertyOptional({ type: [WatchlistIdentifier], maxItems: identifiers }) identifiers?: WatchlistIdentifier[];
  @ApiPropertyOptional({ type: [String], maxItems: values, example: ['Exit list 2026'] }) programs?: string[];
  @ApiPropertyOptional({ example: 'left the bank in 2024' }) remarks?: string;
}

export class WatchlistBatchBody {
  @ApiProperty({ type: [WatchlistEntryBody], minItems: 1, maxItems: MAX_ENTRIES }) entries: WatchlistEntryBody[];
}

export class WatchlistEntry {
  @ApiProperty({ example: 'internal-17' }) id: string;
  @ApiProperty({ example: 'tenant', description: 'the tenant’s own list' }) list: string;
  @ApiProperty({ enum: SCHEMAS }) schema: string;
  @ApiProperty({ type: [WatchlistName] }) names: WatchlistName[];
  @ApiProperty({ type: [String], example: ['sanction'] }) topics: string[];
  @ApiProperty(BIRTH_DATES) birth_dates: string[];
  @ApiProperty(COUNTRIES) countries: string[];
  @ApiProperty({ type: [WatchlistIdentifier] }) identifiers: WatchlistIdentifier[];
  @ApiProperty({ type: [String], example: ['Exit list 2026'] }) programs: string[];
  @ApiPropertyOptional({ example: 'left the bank in 2024' }) remarks?: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) created_at: string;
}

export class WatchlistEntriesQuery extends PageQuery {
  @ApiPropertyOptional({ maxLength: 255, example: 'petrov', description: 'a part of any name, in either case' })
  @NonBlankText(255)
  name?: string;
}
