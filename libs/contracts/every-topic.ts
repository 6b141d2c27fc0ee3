import { FOLLOWED_FACTS } from './facts';
import { SEALED_FACTS } from './personal-data/sealed-facts';
import { DAY_MS, DECLARED_TOPICS, deadLettersOf, type Topic } from './topics';

/** How long facts with personal data are kept on their topics, unless an operator sets another time. */
export const PERSONAL_FACTS_RETENTION_DAYS = 30;

const followed = new Set(FOLLOWED_FACTS.map(({ streams }) => streams.topic));
const consumed = DECLARED_TOPICS.filter(({ name, kind }) => kind === 'command' || followed.has(name));
const personal = new Set([...SEALED_FACTS.values()].map(({ fact }) => fact.streams.topic));

/** The retention of a topic follows from its facts: with a personal field in one of them it is bounded. */
const declared = DECLARED_TOPICS.map((topic): Topic =>
  personal.has(topic.name)
    ? { ...topic, retentionMs: PERSONAL_FACTS_RETENTION_DAYS * DAY_MS, holdsPersonalData: true }
    : topic,
);

/** Every topic, in the order of their creation, with a dead-letter topic for each topic that Probity reads. */
export const TOPICS: Topic[] = [...declared, ...consumed.map(({ name }) => deadLettersOf(name))];
