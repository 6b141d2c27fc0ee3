import { FOLLOWED_FACTS } from './facts';
import { DECLARED_TOPICS, deadLettersOf, type Topic } from './topics';

const followed = new Set(FOLLOWED_FACTS.map(({ streams }) => streams.topic));
const consumed = DECLARED_TOPICS.filter(({ name, kind }) => kind === 'command' || followed.has(name));

/** Every topic, in the order of their creation, with a dead-letter topic for each topic that Probity reads. */
export const TOPICS: Topic[] = [...DECLARED_TOPICS, ...consumed.map(({ name }) => deadLettersOf(name))];
