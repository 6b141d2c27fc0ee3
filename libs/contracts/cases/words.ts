export const CASE_STATUSES = ['open', 'closed'] as const;
export const CASE_OUTCOMES = ['no_action', 'reported', 'relationship_ended'] as const;
