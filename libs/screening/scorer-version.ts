/**
 * The version of the scorer, which the evidence of each screening hit names.
 *
 * Increase it by one in the same commit as each change that gives any two names, dates, countries or identifiers another
 * score, or finds another candidate: weights, word lists, transliteration, the index of names. The first start of a
 * higher version screens all customers of all tenants again. Never decrease it, not even to undo a change: a scorer with
 * the weights of an earlier version is a new version.
 *
 * `scorer-version.spec.ts` fails when scores change and the version does not.
 */
export const SCORER_VERSION = 3;
