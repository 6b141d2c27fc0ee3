/**
 * The environment of spec files. Packages are loaded once per worker, natively; the project's own modules are loaded
 * anew for each spec file, as usual (see resolver.cjs). Both run in Node's own context, as in production: in a context
 * of its own, as Jest's usual environment has, an `Error` of a package would not be an `Error` of the test.
 */
const hooks = require('node:async_hooks');
const vm = require('node:vm');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

/** What the stubs of the resolver load packages with. */
globalThis[Symbol.for('probity.load-package')] = require;

/** Contexts that stand for Node's own one, which has no object of its own in the API of `node:vm`. */
const own = new WeakSet();
const { compileFunction } = vm;
/** The compiled modules of the project by path: each spec file runs them anew, but need not compile them anew. */
const compiled = new Map();
vm.compileFunction = (code, parameters, options) => {
  if (!own.has(options?.parsingContext)) return compileFunction(code, parameters, options);
  const known = compiled.get(options.filename);
  if (known?.code === code) return known.run;
  const inOwnContext = { ...options, parsingContext: undefined, importModuleDynamically: undefined };
  const run = compileFunction(code, parameters, inOwnContext); // the option would keep the file that was the first
  if (!options.filename.endsWith('.spec.ts')) compiled.set(options.filename, { code, run });
  return run;
};
const { runInContext } = vm.Script.prototype;
vm.Script.prototype.runInContext = function (context, options) {
  return own.has(context) ? this.runInThisContext(options) : runInContext.call(this, context, options);
};

/** The stores of asynchronous work that exist. Before Node.js 24, each that was ever used makes every promise slower. */
const stores = new Set();
const { AsyncLocalStorage } = hooks;
hooks.AsyncLocalStorage = class extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    stores.add(new WeakRef(this));
  }
};

/** What Jest keeps in the global object for one spec file. */
const OF_ONE_FILE = [
  ...['EVENT_HANDLERS', 'RETRY_TIMES', 'RETRY_IMMEDIATELY', 'WAIT_BEFORE_RETRY', 'LOG_ERRORS_BEFORE_RETRY'],
  'TEST_TIMEOUT_SYMBOL',
].map((name) => Symbol.for(name));

/** The state of the package `expect`, which is loaded once, with its matchers. */
const EXPECT = Symbol.for('$$jest-matchers-object');
const NEW_STATE = {
  assertionCalls: 0,
  expectedAssertionsNumber: null,
  isExpectingAssertions: false,
  numPassingAsserts: 0,
};

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { projectConfig } = config;
    this.global = globalThis;
    own.add(this.context);
    for (const name of OF_ONE_FILE) delete globalThis[name];
    if (globalThis[EXPECT]) globalThis[EXPECT].state = { ...NEW_STATE, suppressedErrors: [] };
    this.variables = { ...process.env };
    this.moduleMocker = new ModuleMocker(globalThis);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    const { moduleMocker } = this;
    this.fakeTimers = new LegacyFakeTimers({ config: projectConfig, global: globalThis, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.useRealTimers();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const reference of stores) {
      const store = reference.deref();
      if (store)
        store.disable(); // one of a package enables itself again
      else stores.delete(reference);
    }
    await super.teardown();
  }
};
