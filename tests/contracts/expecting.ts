import type { Answer } from '../../testing/api';

/** Returns the body of the response. @throws Error if the status is not the expected one */
export async function expecting(status: number, asked: Promise<Answer>): Promise<any> {
  const { status: returned, body } = await asked;
  if (returned !== status) throw new Error(`returned ${returned} instead of ${status}: ${JSON.stringify(body)}`);
  return body?.data ?? body;
}
