import { Outline } from './outline';

/** All that was recorded, for a person who wants to check it; closed at first, because it is long. */
export const Recorded = ({ value, summary = 'Everything that was recorded' }: { value: unknown; summary?: string }) => (
  <details className="recorded">
    <summary>{summary}</summary>
    <Outline value={value} />
  </details>
);
