/** `waiting` for its turn, or for another attempt; `running`; the others are final. */
export const BACKTEST_STATUSES = ['waiting', 'running', 'completed', 'cancelled', 'failed'] as const;
/** How a backtest ended. */
export const BACKTEST_OUTCOMES = ['completed', 'cancelled', 'failed'] as const;
