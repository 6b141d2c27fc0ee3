import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from './breaking-changes';
import { currentContracts, type PublishedTopic } from './published-contract';

const FOLDER = join(__dirname, '..', 'published', 'v1');
const published = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as PublishedTopic,
);

const byName = (topics: PublishedTopic[]) => Object.fromEntries(topics.map((topic) => [topic.topic, topic]));

describe('the published contracts', () => {
  it('are not broken by the contracts in the code', () => {
    expect(published.length).toBeGreaterThan(0);
    expect(breakingChanges(published, currentContracts())).toEqual([]);
  });

  it('match the code; if not, run "npm run contracts:publish" and commit its output', () => {
    expect(byName(published)).toEqual(byName(currentContracts()));
  });
});
