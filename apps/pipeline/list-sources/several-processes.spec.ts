import { ClaimLost, PipelineStopping } from './fetch-failure';
import { fetchList } from './fetch-list';
import { claimSource, keep, recordFailure } from './fetch-queue';
import {
  current,
  database,
  fetches,
  fetchParts,
  imports,
  leasesEnd,
  newImports,
  newProcess,
  now,
  pass,
  people,
  publisher,
  setSource,
  source,
  UN_URL,
} from './testing/list-source-scene';

const serves = (content: string) => publisher.files.set(UN_URL, content);

describe('of two processes', () => {
  it('one fetches a list that is due', async () => {
    serves(people(3));
    await setSource();
    const processes = [newProcess(), newProcess(), newProcess()];
    const worked = await Promise.all(processes.map(({ fetcher }) => fetcher.round()));
    expect(worked.filter(Boolean)).toHaveLength(1);
    expect(publisher.asked).toEqual([UN_URL]);
    expect(await fetches()).toHaveLength(1);
  });

  it('the second continues the import of the first, which was killed', async () => {
    serves(people(350));
    await setSource();
    const killed = new AbortController();
    const claimed = (await claimSource(database, now()))!;
    const dying = newImports();
    const stage = dying.stage.bind(dying);
    dying.stage = async (...given) => {
      const received = await stage(...given);
      if (received >= 200) killed.abort(new PipelineStopping()); // a process that is killed cannot give the import up
      return received;
    };
    await expect(fetchList(fetchParts(dying), claimed, killed.signal)).rejects.toThrow('stopping');
    expect(await imports()).toMatchObject([{ status: 'open', received: 200 }]);
    const { import_id } = (await imports())[0]!;

    const { fetcher } = newProcess();
    expect(await fetcher.round()).toBe(false); // the lease has not ended
    await leasesEnd();
    expect(await fetcher.round()).toBe(false); // a process that dies again and again must not fetch all the time
    pass(6);
    expect(await fetcher.round()).toBe(true);
    expect(await current()).toEqual({ version: 1, entries: 350 });
    expect(await imports()).toMatchObject([{ import_id, status: 'finished', received: 350 }]);
  });

  it('the second fetches at once what the first handed back when it stopped', async () => {
    serves(people(3));
    await setSource();
    const first = newProcess();
    publisher.before = (signal) => {
      publisher.before = () => Promise.resolve();
      const aborted = new Promise<void>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      void first.fetcher.stop();
      return aborted;
    };
    await first.fetcher.round();
    expect(await source()).toMatchObject({ fetching: false, failures: 0, last_fetch: null });
    await newProcess().fetcher.round();
    expect(await current()).toEqual({ version: 1, entries: 3 });
  });

  it('the first changes nothing after its lease ended and the second began', async () => {
    serves(people(3));
    await setSource();
    const paused = (await claimSource(database, now()))!;
    await leasesEnd();
    pass(6);
    serves(people(4));
    await newProcess().fetcher.round();
    expect(await keep(database, paused)).toBe(false);
    serves(people(3));
    const outcome = fetchList(fetchParts(), paused, new AbortController().signal);
    await expect(outcome).rejects.toMatchObject({ code: 'claim_lost' });
    expect(await current()).toEqual({ version: 1, entries: 4 });
    expect(await recordFailure(database, paused, { code: 'claim_lost', message: '' }, now(), () => 0)).toBe(false);
    expect(await fetches()).toHaveLength(1);
  });
});

describe('a process whose claim was lost', () => {
  it.each([
    ['at the end of the files', undefined, 'claim_lost'],
    ['and that fails', new Error('broken'), 'broken'],
  ])('%s leaves the import to the next one, which has the same id', async (_when, failure, reason) => {
    serves(people(60));
    await setSource();
    const claimed = (await claimSource(database, now()))!;
    const importing = newImports();
    const stage = importing.stage.bind(importing);
    importing.stage = async (...given) => {
      const received = await stage(...given);
      await leasesEnd();
      if (failure) throw failure;
      return received;
    };
    const outcome = fetchList(fetchParts(importing), claimed, new AbortController().signal);
    await expect(outcome).rejects.toMatchObject(failure ? { message: reason } : { code: reason });
    expect(await imports()).toMatchObject([{ status: 'open', received: failure ? 50 : 60 }]);
    pass(6);
    await newProcess().fetcher.round();
    expect(await current()).toEqual({ version: 1, entries: 60 });
  });

  it('does not give up the import when its work is aborted', async () => {
    serves(people(60));
    await setSource();
    const claimed = (await claimSource(database, now()))!;
    const lost = new AbortController();
    const importing = newImports();
    const stage = importing.stage.bind(importing);
    importing.stage = async (...given) => {
      lost.abort(new ClaimLost());
      return stage(...given);
    };
    await expect(fetchList(fetchParts(importing), claimed, lost.signal)).rejects.toMatchObject({ code: 'claim_lost' });
    expect(await imports()).toMatchObject([{ status: 'open', received: 50 }]);
  });
});

it('an import that was given up, and begun again by hand under the same id, is not finished with its first entries', async () => {
  serves(people(60));
  await setSource();
  const claimed = (await claimSource(database, now()))!;
  const importing = newImports();
  const stage = importing.stage.bind(importing);
  importing.stage = async (list, id, entries) => {
    await importing.giveUp(list, id);
    const refused = await stage(list, id, entries).catch((error: unknown) => error);
    await importing.begin(list, id, 'un-consolidated', 'Ada');
    throw refused;
  };
  const outcome = fetchList(fetchParts(importing), claimed, new AbortController().signal);
  await expect(outcome).rejects.toMatchObject({ code: 'import_not_open' });
  expect(await imports()).toMatchObject([{ status: 'open', officer: 'Ada', received: 0 }]);
  expect(await current()).toBeUndefined();
});

it('a source that is set again during a fetch makes its result void', async () => {
  serves(people(3));
  await setSource();
  publisher.before = async () => {
    publisher.before = () => Promise.resolve();
    await setSource({ every_hours: 12 });
  };
  const { fetcher, counted } = newProcess();
  await fetcher.round();
  expect(await current()).toBeUndefined();
  expect(await fetches()).toEqual([]);
  expect(counted).toEqual([]);
  await fetcher.round();
  expect(await current()).toEqual({ version: 1, entries: 3 });
});
