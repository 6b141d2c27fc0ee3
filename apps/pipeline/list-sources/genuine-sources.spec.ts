import {
  ADA,
  fetches,
  list,
  newProcess,
  newSources,
  pass,
  people,
  publisher,
  setSource,
  test,
  UN_URL,
} from './testing/list-source-scene';

describe('the source of a list whose row was changed in the database', () => {
  const files = [{ role: 'list', url: `${UN_URL}?token=secret` }];

  it.each([
    ['another address', `files = '[{"role":"list","url":"https://attacker.example/un.xml","has_query":true}]'`],
    ['another format', "format = 'ofac-sdn'"],
    ['another version', 'version = version + 1'],
    ['no queries', 'sealed_queries = NULL'],
  ])('is not fetched, and operators get a notice: %s', async (_what, set) => {
    await setSource({}, files);
    publisher.files.set(files[0]!.url, people(3));
    await test.owner.query(`UPDATE pipeline.watchlist_sources SET ${set} WHERE list = $1`, [list]);
    const { fetcher } = newProcess();
    expect(await fetcher.round()).toBe(true);
    expect(await fetches()).toMatchObject([
      { result: 'failed', code: 'source_changed', message: expect.stringContaining('is not used') },
    ]);
    const reports = await test.owner.query('SELECT FROM platform.contradictions WHERE stream = $1', [
      `grant:list_source/${list}`,
    ]);
    expect(reports.rowCount).toBe(1);

    await setSource({}, [{ role: 'list', url: `${UN_URL}?token=other` }]);
    publisher.files.set(`${UN_URL}?token=other`, people(3));
    pass(60);
    expect(await fetcher.round()).toBe(true);
    expect((await fetches())[0]).toMatchObject({ result: 'imported' });
  });

  it('is not fetched again when its removal was taken back in the database', async () => {
    await setSource({}, files);
    await newSources().remove({ list, ...ADA });
    await test.owner.query(
      'UPDATE pipeline.watchlist_sources SET removed_at = NULL, due_at = now(), sealed_queries = NULL WHERE list = $1',
      [list],
    );
    expect(await newProcess().fetcher.round()).toBe(true);
    expect(await fetches()).toMatchObject([{ result: 'failed', code: 'source_changed' }]);
  });
});
