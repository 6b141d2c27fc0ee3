import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges, isRetired } from './breaking-changes';
import { currentContracts, type PublishedTopic } from './published-contract';

const FOLDER = join(__dirname, '..', 'published');
const read = (version: string): PublishedTopic[] =>
  readdirSync(join(FOLDER, version)).map(
    (file) => JSON.parse(readFileSync(join(FOLDER, version, file), 'utf8')) as PublishedTopic,
  );
const published = ['v1', 'v2'].flatMap(read);

const byName = (topics: PublishedTopic[]) => Object.fromEntries(topics.map((topic) => [topic.topic, topic]));

describe('the published contracts', () => {
  it('are not broken by the contracts in the code', () => {
    expect(published.length).toBeGreaterThan(0);
    expect(breakingChanges(published, currentContracts())).toEqual([]);
  });

  it('match the code; if not, run "npm run contracts:publish" and commit its output', () => {
    expect(byName(published.filter((topic) => !isRetired(topic)))).toEqual(byName(currentContracts()));
  });

  it('are in the folder of their version', () => {
    for (const version of ['v1', 'v2']) {
      for (const { topic } of read(version)) expect(topic.replace('.dead-letter', '')).toMatch(`.${version}`);
    }
  });
});
