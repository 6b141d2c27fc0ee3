import { contentIn, type ReportContent } from '@probity/contracts/activity-reports/content';
import {
  INDICATOR,
  MAX_FILING_REFERENCE,
  MAX_INDICATORS,
  MAX_MEASURES,
  MAX_NARRATIVE,
  MAX_REPORTED_ALERTS,
  MAX_REPORTED_EVENTS,
  REPORT_FORMATS,
  REPORT_KINDS,
  type ReportFormat,
  type ReportKind,
} from '@probity/contracts/activity-reports/words';
import { ArrayMaxSize, ArrayUnique, IsArray, Matches } from 'class-validator';
import { Choice } from '@probity/platform/http/fields/choice';
import { Field } from '@probity/platform/http/fields/field';
import { WholeNumber } from '@probity/platform/http/fields/number';
import { OptionalText, Text } from '@probity/platform/http/fields/text';
import { OptionalUuid, Uuids } from '@probity/platform/http/fields/uuid';
import { ReasonBody } from '../staff/decision.dto';
import { Day } from '../times/day';

const MAX_VERSION = 1_000_000;
const OTHER_INDICATOR = 'each of indicators must be a code of letters, digits, dots, slashes, underscores and hyphens';
const REPORT = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6082';

class ReportContentBody extends ReasonBody {
  @Choice(REPORT_KINDS, { description: 'STR: transactions; SAR: activity' })
  kind: ReportKind;

  @Text(MAX_NARRATIVE, { example: 'Five deposits just below the limit within two days, passed on at once.' })
  narrative: string;

  @OptionalText(MAX_MEASURES, { example: 'The account is blocked.', description: 'what the institution did about it' })
  measures?: string | null;

  @Field(
    {
      type: 'array',
      items: { type: 'string', pattern: INDICATOR.source },
      maxItems: MAX_INDICATORS,
      uniqueItems: true,
      default: [],
      description: 'codes of the authority for reasons of the suspicion',
    },
    IsArray(),
    ArrayMaxSize(MAX_INDICATORS),
    ArrayUnique(),
    Matches(INDICATOR, { each: true, message: OTHER_INDICATOR }),
  )
  indicators: string[] = [];

  @Uuids(0, MAX_REPORTED_EVENTS, { default: [], description: 'transactions of the customer of the case' })
  event_ids: string[] = [];

  @Uuids(0, MAX_REPORTED_ALERTS, { default: [], description: 'alerts of the case' })
  alert_ids: string[] = [];
}

export class DraftReportBody extends ReportContentBody {
  @OptionalUuid({ example: REPORT, description: 'the approved report of the case of which this one is a new version' })
  replaces?: string | null;
}

export class ChangeReportBody extends ReportContentBody {
  @WholeNumber(1, MAX_VERSION, { example: 1, description: 'the change is rejected if the draft has another version' })
  expected_version: number;
}

/** About a version of a draft. */
export class DecideOnReportBody extends ReasonBody {
  @WholeNumber(1, MAX_VERSION, { example: 1, description: 'the version that the caller saw' })
  expected_version: number;
}

export class ExportReportBody extends ReasonBody {
  @Choice(REPORT_FORMATS, { description: 'pdf: for people; goaml: XML for an authority with goAML' })
  format: ReportFormat;
}

export class FileReportBody extends ReasonBody {
  @Text(MAX_FILING_REFERENCE, { example: 'FIU-2026-00017', description: 'what the authority calls the report' })
  reference: string;

  @Day('the day in UTC on which the authority got it', '2026-03-02')
  filed_on: string;
}

type GivenContent = Omit<ReportContent, 'measures'> & { measures?: string | null };

/** Ids are stored in lower case; two ids that differ only in case are the same. */
export const contentOf = (given: GivenContent): ReportContent => ({
  ...contentIn({ ...given, measures: given.measures ?? '' }),
  event_ids: lowerCase(given.event_ids),
  alert_ids: lowerCase(given.alert_ids),
});

const lowerCase = (ids: string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
