import { longChange } from '../declaration/kinds';
import { DECISION, required } from '../declaration/options';
import { readSideProgress, readSideReport } from './read-side-report';

const NOTES = `
It changes nothing, and other work goes on. What it finds, "probity projections rebuild --all" corrects, but for signing
keys, and for rows of accepted events and outcomes that differ or have no event (pipeline.inbox,
pipeline.processed_events): delete these as the owner of the database before the rebuild. It does not prove the events: "probity ledger verify" and "probity audit verify" do.`;

/** Compares everything that a rebuild restores. */
export const addVerifyCommand = longChange({
  usage: 'verify',
  summary: 'compare the whole read side with the events; exit code 1 if they differ',
  example: '--all --reason "the monthly check"',
  path: 'projections/verification',
  options: {
    all: required('--all', 'everything that "projections rebuild --all" restores'),
    ...DECISION,
  },
  notes: NOTES,
  body: ({ reason }) => ({ reason }),
  progress: readSideProgress,
  report: readSideReport,
  failed: ({ verified }) => !verified,
});
