import type { IngestedEventSummary, IngestedEventView, StageOutcome } from '@probity/contracts/pipeline/views';
import { count } from '../output/count';
import { outline } from '../output/outline';
import { report } from '../output/report';
import { type Columns, facts } from '../output/table';

export const EVENT_COLUMNS: Columns<IngestedEventSummary> = [
  { title: 'ID', value: (row) => row.event_id },
  { title: 'RECEIVED', value: (row) => row.received_at },
  { title: 'TYPE', value: (row) => row.event_type },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'ALERTS', value: (row) => row.alert_ids.length, align: 'right' },
  { title: 'LAST ERROR', value: (row) => row.last_error },
];

/** An event with the result of each pipeline stage. */
export function eventReport(event: IngestedEventView): string {
  return report(
    `Event ${event.event_id}`,
    facts([
      ['type', event.event_type],
      ['status', event.status],
      ['customer', event.customer_id],
      ['received', event.received_at],
      ['processed', event.processed_at],
      ['failed', count(event.attempts, 'time', 'times')],
      ['last error', event.last_error],
      ['duplicate of', event.duplicate_of],
      ['alerts', event.alert_ids.join(', ') || '-'],
    ]),
    `Payload:\n${outline(event.payload)}`,
    ...event.stages.map(stageText),
  );
}

function stageText({ stage, mode, result, evidence }: StageOutcome): string {
  const found = Object.keys(evidence).length === 0 ? '' : `\n${outline(evidence)}`;
  return `Stage ${stage} (${mode}): ${result}${found}`;
}
