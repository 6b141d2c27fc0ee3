import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { REVISIONS } from '../sample-ledger';
import { Scene } from '../scene';

// Importing this file starts a scene for the importing test file and restores the scene before each of its tests.

export const { target, tail } = REVISIONS;
export const LAST = 6;

export let scene: Scene;

beforeAll(async () => {
  scene = await Scene.set();
});
beforeEach(() => scene.restore());
afterAll(() => scene.stop());

export const payload = (data: TransactionPosted, changes: object): TransactionPosted => ({
  ...data,
  payload: { ...data.payload, ...changes },
});
