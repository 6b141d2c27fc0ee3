import { MAX_ID_LENGTH } from '@probity/contracts/watchlists/limits';
import { invalid } from '@probity/platform/errors';
import { pathParameter } from '@probity/platform/http/path-parameter';
import { isLongerThan, textProblem } from '@probity/platform/text';

/** Injects the id of an entry from the path. */
export const EntryId = pathParameter(
  {
    schema: { type: 'string', maxLength: MAX_ID_LENGTH, example: 'internal-17' },
    refusal: ['bad_entry_id', (name) => `${name} must not contain the character U+0000`],
  },
  (value, name) => {
    const problem = isLongerThan(MAX_ID_LENGTH, value)
      ? `must have at most ${MAX_ID_LENGTH} characters`
      : textProblem(value);
    if (problem) throw invalid('bad_entry_id', `${name} ${problem}`);
    return value;
  },
);
