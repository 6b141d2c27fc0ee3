import {
  FILE_EXTENSION,
  MAX_TEMPLATE,
  MAX_TEMPLATE_NAME,
  TEMPLATE_MEDIA_TYPES,
  type TemplateMediaType,
} from '@probity/contracts/report-templates/words';
import { Choice, Matching } from '@probity/platform/http/fields/choice';
import { OptionalWholeNumber, WholeNumber } from '@probity/platform/http/fields/number';
import { Text } from '@probity/platform/http/fields/text';
import { Uuid } from '@probity/platform/http/fields/uuid';
import { ReasonBody } from '../staff/decision.dto';

const MAX_VERSION = 1_000_000;
const TYPE = 'what its documents are; it decides how values are escaped';
const TEMPLATE = { example: 'Report about {{subject.name}}', description: 'the text, in Mustache without partials' };
const WRONG_EXTENSION =
  'extension must be one to ten lower-case letters and digits, such as txt, and none that a computer runs or a browser shows';

export class AddReportTemplateBody extends ReasonBody {
  @Text(MAX_TEMPLATE_NAME, { example: 'Letter to the authority' })
  name: string;

  @Choice(TEMPLATE_MEDIA_TYPES, { description: TYPE })
  media_type: TemplateMediaType;

  @Matching(FILE_EXTENSION, WRONG_EXTENSION, { example: 'txt', description: 'of the file name, without the dot' })
  extension: string;

  @Text(MAX_TEMPLATE, TEMPLATE)
  template: string;
}

export class ChangeReportTemplateBody extends AddReportTemplateBody {
  @WholeNumber(1, MAX_VERSION, { example: 1, description: 'the version that the caller saw' })
  expected_version: number;
}

export class PreviewTemplateBody {
  @Choice(TEMPLATE_MEDIA_TYPES, { description: TYPE })
  media_type: TemplateMediaType;

  @Text(MAX_TEMPLATE, TEMPLATE)
  template: string;
}

export class TemplateVersionQuery {
  @OptionalWholeNumber(1, MAX_VERSION, { example: 1, description: 'an earlier version; by default the newest' })
  version?: number;
}

export class TemplateExportBody extends ReasonBody {
  @Uuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6082', description: 'the template' })
  template_id: string;
}
