/** How a rescreening ended. */
export const RESCREENING_OUTCOMES = ['completed', 'cancelled', 'failed'] as const;
export type RescreeningOutcome = (typeof RESCREENING_OUTCOMES)[number];
export const RESCREENING_STATUSES = ['running', ...RESCREENING_OUTCOMES] as const;
