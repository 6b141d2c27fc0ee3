import { asyncApiDocument } from '@probity/contracts/asyncapi/asyncapi-document';
import { compileRule } from '@probity/monitoring/compile-rule';

describe('the example of a monitoring rule', () => {
  it.each([
    ['pipeline.monitoring-rule.command.v1', 'pipeline.create-monitoring-rule'],
    ['pipeline.monitoring-rule.command.v1', 'pipeline.start-backtest'],
    ['pipeline.monitoring-rule.event.v1', 'pipeline.RuleVersionSaved'],
  ])('compiles: on %s in %s', (topic, message) => {
    const { messages } = asyncApiDocument().channels[topic]!;
    const { definition } = messages[message]!.examples[0]!.payload as { definition: unknown };
    expect(compileRule(definition).definition).toMatchObject({ alert_type: 'large_transfer' });
  });
});
