import { Repeatedly } from './repeatedly';

describe('work that is done repeatedly', () => {
  it('goes on after an error, which is passed on, and ends when it is stopped', async () => {
    const failures: unknown[] = [];
    let times = 0;
    let goOn = (): void => {};
    const thrice = new Promise<void>((done) => (goOn = done));
    const work = (): Promise<void> => {
      if (++times === 3) goOn();
      return times === 2 ? Promise.reject(new Error('the second')) : Promise.resolve();
    };
    const repeated = new Repeatedly(1, work, (error) => failures.push((error as Error).message));
    repeated.start();
    await thrice;
    await repeated.stop();
    const before = times;
    await new Promise(setImmediate);
    expect([failures, times]).toEqual([['the second'], before]);
  });

  it('is told that it is being stopped, and its error then is none', async () => {
    const failures: unknown[] = [];
    let begun = (): void => {};
    const hasBegun = new Promise<void>((done) => (begun = done));
    const work = (signal: AbortSignal): Promise<void> => {
      begun();
      return new Promise((_done, failed) => signal.addEventListener('abort', () => failed(new Error('stopped'))));
    };
    const repeated = new Repeatedly(1, work, (error) => failures.push(error));
    repeated.start();
    await hasBegun;
    await repeated.stop();
    expect(failures).toEqual([]);
  });
});
