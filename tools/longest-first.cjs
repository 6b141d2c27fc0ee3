const { default: Sequencer } = require('@jest/test-sequencer');

/** The slowest spec files, slowest first. If one of them started last, the other workers would be idle at the end. */
const LONGEST = [
  'tests/chaos/',
  'tests/interface/distributed.',
  'tests/interface/embedded',
  'tests/desk/',
  'apps/back-office/auth/permissions.',
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

/** Sorts by the list above, then by file size: a fresh clone has no cache of durations to sort by. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const size = new Map(tests.map((test) => [test, test.context.hasteFS.getSize(test.path) ?? 0]));
    return [...tests].sort((a, b) => rank(a.path) - rank(b.path) || size.get(b) - size.get(a));
  }
};
