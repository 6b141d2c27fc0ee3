import { join } from 'node:path';

/** Worker threads run no TypeScript: tests, which run the sources, use the threads of the last build. */
const COMPILED = __filename.endsWith('.ts') ? join(__dirname, '../../dist/apps/pipeline') : __dirname;

export const EVALUATION_THREAD = join(COMPILED, 'evaluation/evaluation-thread.js');
export const SCREENING_THREAD = join(COMPILED, 'screening/screening-thread.js');
export const BACKTEST_THREAD = join(COMPILED, 'backtests/backtest-thread.js');
