import { Follower, type FollowerOptions } from '@probity/event-store/follower';
import { beginPublishing, type FactPublisherOptions } from './fact-publisher';

/** The pause after a small batch. A Kafka transaction costs about the same for one fact and for many. */
const REST_MS = 200;

/** Follows streams and publishes their facts; of all relays, one is active for the same streams. */
export const followFacts = ({
  store,
  database,
  ...publisher
}: FactPublisherOptions & Pick<FollowerOptions, 'store' | 'database'>): Follower =>
  new Follower({
    name: `relay-${publisher.topicPrefix}${publisher.streams.followedAs}`,
    prefix: publisher.streams.prefix,
    leftOut: publisher.streams.inside,
    store,
    database,
    logger: publisher.logger,
    restMs: REST_MS,
    begin: () => beginPublishing(publisher),
  });
