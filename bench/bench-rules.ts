/** Returns rules to add to the default rules, so that 30 are active and at least 15 of them use time windows. */
export function extraRules(count: number): object[] {
  return Array.from({ length: count }, (_, n) => (n % 2 === 0 ? plainRule(n) : windowedRule(n)));
}

function common(n: number): object {
  return {
    mode: 'active',
    name: `Bench rule ${n}`,
    description: 'A rule that rarely hits but is evaluated for every event.',
    reason: 'To measure the cost of rules.',
    event_type: 'transaction',
    severity: 'low',
    alert_type: `bench_${n}`,
    title: `Bench rule ${n}`,
    cooldown: '24h',
  };
}

const amount = { field: 'transaction.amount' };

function plainRule(n: number): object {
  return {
    ...common(n),
    condition: {
      and: [
        { gte: [amount, 90_000_000 + n] },
        { in: [{ field: 'transaction.method' }, ['wire', 'crypto']] },
        { not: { eq: [{ field: 'customer.customer_type' }, 'corporate'] } },
      ],
    },
  };
}

function windowedRule(n: number): object {
  return {
    ...common(n),
    condition: {
      and: [
        { gt: [{ aggregate: 'sum', of: 'amount', window: `${1 + n}d` }, 900_000_000] },
        { gt: [{ aggregate: 'distinct', of: 'counterparty', window: `${1 + n}d` }, 5_000] },
      ],
    },
  };
}
