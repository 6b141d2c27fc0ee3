import type { Answer } from '../../testing/api';

/** Expects an error in the error envelope, with a message that matches `says`. */
export function expectRefusal(answer: Answer, status: number, says: RegExp = /./): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: envelope(says) });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
}

/** The expected body of an error. */
export const envelope = (says: RegExp = /./): object => ({
  status: 'error',
  message: expect.stringMatching(says),
  code: expect.stringMatching(/^[a-z][a-z0-9_]*$/),
});

/** Expects success with `{status: "ok", data}` and returns `data`. */
export function dataOf<Data = any>(answer: Answer, status = 200): Data {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { status: 'ok', data: expect.anything() },
  });
  return answer.body.data as Data;
}
