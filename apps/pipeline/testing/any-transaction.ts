/** A rule that every transaction matches. */
export const ANY = {
  definition: {
    name: 'Any',
    description: 'Any transaction.',
    reason: 'It is there.',
    event_type: 'transaction',
    severity: 'low',
    alert_type: 'any',
    title: 'A transaction',
    condition: { gte: [{ field: 'transaction.amount' }, 0] },
  },
};
