import type { Projection } from './aggregate';
import { Follower } from './follower';
import { type Followed, Projector } from './projector';
import { projectedUpTo } from './saved-checkpoint';
import { Troubles } from './troubles';

/**
 * Creates one follower for each projection, without starting it. If an append and its projection are not in one
 * transaction, a crash can leave events without a projection; the followers project these events.
 *
 * @param service the service whose role may save the checkpoints; their names contain its name
 */
export function projectionFollowers(
  service: string,
  projections: readonly Projection[],
  followed: Followed,
): Follower[] {
  const { store, database, logger } = followed;
  const around = { store, database, logger, troubles: new Troubles(), checkpoints: projectedUpTo(service) };
  return projections.map((projection) => {
    const { kind, prefix, followedFrom } = projection;
    const beforeFollowing = projection.beforeFollowing?.bind(undefined, store);
    const projector = new Projector(projection, followed);
    const turn = { handle: projector.project.bind(projector), end: () => Promise.resolve() };
    const begin = () => Promise.resolve(turn);
    return new Follower({
      name: `projection-${service}-${kind}`,
      prefix,
      ...around,
      begin,
      followedFrom,
      beforeFollowing,
    });
  });
}
