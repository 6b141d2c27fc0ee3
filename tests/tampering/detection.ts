import type { Scene } from './scene';

/** How the verifications detect a change. */
export interface Detection {
  /** the failed check that the verification of the ledger names; a pattern if it can be one of several */
  check: string | RegExp;
  /** the hash chain position that the verification names; null if it is not about one transaction */
  position?: number | null;
  /** the result of verifying single postings, by position: a failed check, or a field that differs */
  postings?: Record<number, string>;
}

/** The result if a posting or ledger is not found at all. */
export const NOT_FOUND = 'not found';

/** Expects that both verifications, of the ledger and of single postings, report the change. */
export async function expectDetected(scene: Scene, { check, position, postings = {} }: Detection): Promise<void> {
  const walk = await scene.walk();
  const broken = { check: check instanceof RegExp ? expect.stringMatching(check) : check, detail: expect.any(String) };
  expect(walk).toMatchObject({ done: true, verified: false, broken });
  if (position !== undefined) expect(walk.broken).toMatchObject({ position });

  for (const [at, says] of Object.entries(postings)) {
    const { status, body } = await scene.verify(Number(at));
    if (says === NOT_FOUND) {
      expect(status).toBe(404);
      continue;
    }
    expect({ status, verified: body.data?.verified }).toEqual({ status: 200, verified: false });
    const failed = Object.entries(body.data.checks).flatMap(([name, holds]) => (holds ? [] : [name]));
    expect([...failed, ...body.data.mismatches]).toContain(says);
  }
}

/** Expects that both verifications find no problem. */
export async function expectClean(scene: Scene): Promise<void> {
  expect(await scene.walk()).toMatchObject({ done: true, verified: true, broken: null });
  for (const position of scene.ledger.postings.keys()) {
    expect((await scene.verify(position + 1)).body.data).toMatchObject({ verified: true, mismatches: [] });
  }
}
