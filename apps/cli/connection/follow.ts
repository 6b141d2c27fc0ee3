import { BackOfficeError } from '@probity/platform/http/back-office-client';

/**
 * Reads progress reports and returns the last one, which has `done`.
 *
 * @throws BackOfficeError `cut_off` when the reports end before the task is done
 */
export async function follow<Progress extends { done: boolean }>(
  reports: AsyncIterable<Progress>,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  for await (const report of reports) {
    if (report.done) return report;
    onProgress(report);
  }
  throw new BackOfficeError(0, 'cut_off', 'the connection to the back office ended before the task was done');
}
