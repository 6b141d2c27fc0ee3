const { default: Sequencer } = require('@jest/test-sequencer');

/** Spec files that take longest, longest first: a worker that begins one last works alone at the end. */
const LONGEST = [
  'tests/chaos/',
  'tests/interface/distributed.',
  'tests/interface/embedded',
  'tests/crash/crash.',
  'tests/cli/cli.',
  'tests/tampering/tampering.',
  'tests/crash/',
  'tests/services/start-errors.',
  'libs/contracts/',
  'tests/',
];
const rank = (path) => {
  const found = LONGEST.findIndex((start) => path.includes(`/${start}`));
  return found < 0 ? LONGEST.length : found;
};

/** A fresh clone has no cache of durations, so the order is given: what is known to be long, then by size. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const size = new Map(tests.map((test) => [test, test.context.hasteFS.getSize(test.path) ?? 0]));
    return [...tests].sort((a, b) => rank(a.path) - rank(b.path) || size.get(b) - size.get(a));
  }
};
