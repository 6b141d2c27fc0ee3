import type { ProviderPlugin } from '../plugin';
import type { ProviderSignal } from '../provider-signal';
import { readWebhook } from '../read-webhook';
import { constantKeys, isLeftOut, lossOf } from './damage-loss';
import { type Damage, damagesOf, documentOf } from './damaged-json';
import { expectNoSecret, type WebhookFixtures } from './plugin-fixtures';

/** Damages each value in the body of each example that gives a signal, and signs it again. */
export function webhookDamageContract<Configuration extends Record<string, unknown>>(
  plugin: ProviderPlugin,
  { examples, sign, optional = [], relevance = [] }: WebhookFixtures<Configuration>,
  configuration: Configuration,
  receivedAt: Date,
): void {
  /** Undefined when the webhook is rejected. */
  function signalsOf({ document }: Damage): ProviderSignal[] | undefined {
    const body = Buffer.from(JSON.stringify(document));
    const headers = sign(body, configuration, receivedAt);
    try {
      return readWebhook(plugin, { headers, body, receivedAt: receivedAt.getTime() }, configuration);
    } catch (error) {
      expect(error).toMatchObject({ name: 'WebhookRejected', why: 'unreadable' });
      expectNoSecret(plugin, configuration, error);
      return undefined;
    }
  }

  const reporting = examples.filter(({ signals }) => signals.length > 0);
  it.each(reporting)('lose nothing when the body is damaged, and have a key for each reason: $name', (example) => {
    const { signals, body } = example;
    /** An event of another type may be one that does not matter. */
    const decidesRelevance = ({ kind, field, value }: Damage): boolean =>
      (kind === 'word' && signals.some(({ event_source }) => event_source === value)) ||
      (['word', 'type'].includes(kind) && relevance.includes(field));
    const lost: string[] = [];
    const results: ProviderSignal[][] = [];
    for (const damage of damagesOf(documentOf(body))) {
      const damaged = signalsOf(damage);
      if (!damaged) continue;
      results.push(damaged);
      const isExpected = damage.kind === 'number' || isLeftOut(damage, optional) || decidesRelevance(damage);
      const loss = isExpected ? undefined : lossOf(signals, damaged);
      if (loss) lost.push(`${damage.what} ${loss}`);
    }
    expect(lost).toEqual([]);
    expect(constantKeys(signals, results)).toEqual([]);
  });
}
