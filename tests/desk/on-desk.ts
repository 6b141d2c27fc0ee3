import { DeskScene } from './desk-scene';

/** Runs the tests on a product with the demo tenant. Afterwards, no person may have met what no page should cause. */
export function onDesk(name: string, tests: (scene: () => DeskScene) => void): void {
  describe(name, () => {
    let scene: DeskScene;
    beforeAll(async () => {
      scene = await DeskScene.start();
    }, 120_000);
    afterAll(async () => {
      expect(scene?.problems).toEqual([]);
      await scene?.stop();
    });
    tests(() => scene);
  });
}
