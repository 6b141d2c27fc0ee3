import { type ExistingTopic, planTopics, type TopicStep, type WantedTopic } from './plan-topics';

const CONFIGURATION = { 'cleanup.policy': 'delete', 'retention.ms': '1000', 'max.message.bytes': '100' };
const wanted: WantedTopic = { name: 'a.v1', partitions: 3, configuration: CONFIGURATION };

const topic = (differences: Partial<ExistingTopic> = {}): ExistingTopic => ({
  name: 'a.v1',
  partitions: 3,
  replicas: 3,
  configuration: { ...CONFIGURATION, 'min.insync.replicas': '1', ...differences.overrides },
  overrides: CONFIGURATION,
  ...differences,
});

/** A topic whose values come from the cluster's defaults, not from the topic's own configuration. */
const byDefault = (configuration: Record<string, string>): ExistingTopic =>
  topic({ configuration: { ...CONFIGURATION, ...configuration }, overrides: {} });

const steps = (existing: ExistingTopic[], replicas?: number): TopicStep[] =>
  planTopics([wanted], existing, replicas)[0]!.steps;
const notes = (existing: ExistingTopic[], replicas?: number): string[] =>
  planTopics([wanted], existing, replicas)[0]!.notes;
const configured = (name: string, from: string, to: string): TopicStep[] => [
  { action: 'configure', changes: [{ name, from, to }] },
];

describe('planning topics', () => {
  it('creates a missing topic', () => {
    expect(steps([])).toEqual([{ action: 'create', partitions: 3, configuration: CONFIGURATION }]);
    expect(steps([topic({ name: 'other.v1' })])).toHaveLength(1);
  });

  it('leaves a correct topic unchanged', () => {
    expect(planTopics([wanted], [topic()])).toEqual([
      { name: 'a.v1', wanted, existing: topic(), steps: [], notes: [] },
    ]);
  });

  it('adds partitions and never removes any', () => {
    expect(steps([topic({ partitions: 1 })])).toEqual([{ action: 'add-partitions', from: 1, to: 3 }]);
    expect(steps([topic({ partitions: 5 })])).toEqual([]);
    expect(notes([topic({ partitions: 5 })])).toEqual(['has 5 partitions; 3 are sufficient']);
  });

  it('sets values that differ', () => {
    expect(steps([topic({ overrides: { ...CONFIGURATION, 'cleanup.policy': 'compact' } })])).toEqual(
      configured('cleanup.policy', 'compact', 'delete'),
    );
    expect(steps([topic({ overrides: { ...CONFIGURATION, 'retention.ms': '999' } })])).toEqual(
      configured('retention.ms', '999', '1000'),
    );
    expect(steps([byDefault({ 'retention.ms': '604800000' })])).toEqual(
      configured('retention.ms', '604800000', '1000'),
    );
  });

  it('keeps a larger value that was set for the topic, and notes it', () => {
    for (const [name, value] of [
      ['retention.ms', '2000'],
      ['retention.ms', '-1'],
      ['max.message.bytes', '101'],
    ] as const) {
      const more = topic({ overrides: { ...CONFIGURATION, [name]: value } });
      expect(steps([more])).toEqual([]);
      expect(notes([more])).toEqual([`${name} is ${value}; ${CONFIGURATION[name]} is sufficient`]);
    }
  });

  it('reduces an exact value, also one that is a default of the cluster', () => {
    const bounded = { ...wanted, exact: ['retention.ms'] };
    for (const [value, by] of [
      ['2000', topic({ overrides: { ...CONFIGURATION, 'retention.ms': '2000' } })],
      ['-1', topic({ overrides: { ...CONFIGURATION, 'retention.ms': '-1' } })],
      ['604800000', byDefault({ 'retention.ms': '604800000' })],
    ] as const) {
      const [plan] = planTopics([bounded], [by]);
      expect(plan).toMatchObject({ steps: configured('retention.ms', value, '1000'), notes: [] });
    }
  });

  it('raises a limited retention to unlimited', () => {
    const forEver = { ...wanted, configuration: { ...CONFIGURATION, 'retention.ms': '-1' } };
    expect(planTopics([forEver], [topic()])[0]!.steps).toEqual(configured('retention.ms', '1000', '-1'));
  });

  it('requires two of three replicas for a write', () => {
    const safe = { ...CONFIGURATION, 'min.insync.replicas': '2' };
    expect(steps([], 3)).toEqual([{ action: 'create', partitions: 3, configuration: safe }]);
    expect(steps([topic()], 3)).toEqual(configured('min.insync.replicas', '1', '2'));
    expect(steps([topic({ configuration: safe })], 3)).toEqual([]);
  });

  it('does not require replicas that the topic does not have', () => {
    expect(steps([], 2)).toEqual([{ action: 'create', partitions: 3, configuration: CONFIGURATION }]);
    expect(steps([topic({ replicas: 1 })], 3)).toEqual([]);
    expect(notes([topic({ replicas: 1 })], 3)).toEqual([expect.stringMatching(/^has 1 replicas, not 3; /)]);
  });
});
