import { planTopics } from '../cli/commands/topics/plan-topics';
import { withTopicCluster } from '../cli/commands/topics/topic-cluster';
import { type TopicSettings, wantedTopics } from '../cli/commands/topics/wanted-topics';

/**
 * Creates missing topics, like `probity topics apply`, and does not change existing ones. The cluster's default
 * determines the number of replicas.
 *
 * @throws Error that names what cannot be reached or what Kafka rejected
 */
export async function makeMissingTopics(kafka: TopicSettings): Promise<void> {
  await withTopicCluster(kafka, async (cluster) => {
    const wanted = wantedTopics(kafka);
    const existing = await cluster.read(wanted.map(({ name }) => name));
    const missing = wanted.filter(({ name }) => !existing.some((topic) => topic.name === name));
    await cluster.apply(planTopics(missing, []), undefined);
  });
}
