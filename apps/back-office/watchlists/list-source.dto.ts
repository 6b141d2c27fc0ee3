import {
  EVERY_HOURS,
  MAX_FILE_BYTES,
  MAX_SOURCE_FILES,
  STALE_AFTER_HOURS,
} from '@probity/contracts/list-sources/limits';
import { MAX_URL } from '@probity/contracts/webhooks/views';
import { Flag, Matching } from '@probity/platform/http/fields/choice';
import { ListOf } from '@probity/platform/http/fields/nested';
import { WholeNumber } from '@probity/platform/http/fields/number';
import { NonBlankText, Text } from '@probity/platform/http/fields/text';
import { ReasonBody } from '../staff/decision.dto';
import { FORMAT } from './watchlist.dto';

const ROLE = /^[a-z]{1,32}$/;

export class SourceFileBody {
  @Matching(ROLE, 'role must be the role of a file, such as sdn or list', {
    example: 'sdn',
    description: 'which file of the format it is',
  })
  role: string;

  @Text(MAX_URL, {
    example: 'https://lists.example.org/sdn.csv',
    description: 'the address, without a user name; its query may hold a token, and is never shown again',
  })
  url: string;

  @NonBlankText(MAX_URL, {
    example: 'https://lists.example.org/sdn.csv.sha256',
    description: 'the address of a text that contains the SHA-256 of the file in hex',
  })
  sha256_url?: string | null;
}

export class SetSourceBody extends ReasonBody {
  @Matching(FORMAT, 'format must be a word such as ofac-sdn', {
    example: 'ofac-sdn',
    description: 'the format of the files, of the importers of Probity',
  })
  format: string;

  @ListOf(() => SourceFileBody, MAX_SOURCE_FILES, {
    description: 'every file of the format; an inactive source may have none',
  })
  files: SourceFileBody[];

  @WholeNumber(EVERY_HOURS.min, EVERY_HOURS.max, { default: EVERY_HOURS.default, example: EVERY_HOURS.default })
  every_hours: number = EVERY_HOURS.default;

  @WholeNumber(STALE_AFTER_HOURS.min, STALE_AFTER_HOURS.max, {
    default: STALE_AFTER_HOURS.default,
    example: STALE_AFTER_HOURS.default,
    description: 'a list that was not confirmed as current for longer is stale; at least every_hours',
  })
  stale_after_hours: number = STALE_AFTER_HOURS.default;

  @WholeNumber(MAX_FILE_BYTES.min, MAX_FILE_BYTES.max, {
    default: MAX_FILE_BYTES.default,
    example: MAX_FILE_BYTES.default,
    description: 'of each file',
  })
  max_bytes: number = MAX_FILE_BYTES.default;

  @Flag({ default: true, description: 'false: the list is not fetched; it still becomes stale' })
  active: boolean = true;
}
