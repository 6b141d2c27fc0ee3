import { BackOfficeError } from '@probity/platform/http/back-office-client';

/**
 * Reads reports of progress and answers the last, which has `done`.
 *
 * @throws BackOfficeError `cut_off` when the reports end before the work is done
 */
export async function follow<Progress extends { done: boolean }>(
  reports: AsyncIterable<Progress>,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  for await (const report of reports) {
    if (report.done) return report;
    onProgress(report);
  }
  throw new BackOfficeError(0, 'cut_off', 'the back office ended its reports before the work was done');
}
