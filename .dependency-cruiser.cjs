/** Who may import whom. The folders are the layers; see docs/explanation/architecture.md. */
module.exports = {
  forbidden: [
    {
      name: 'libs-know-no-app',
      comment: 'libraries serve every app and depend on none',
      severity: 'error',
      from: { path: '^libs/', pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: { path: '^(apps|testing|tests|bench|journal)/' },
    },
    {
      name: 'apps-are-deployed-apart',
      comment: 'an app talks to another through commands, events and the read side; only standalone composes them',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'every part reads the contracts, and they import nothing of ours',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(libs|apps)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'gateway-only-reads',
      comment: 'the gateway sends commands and reads projections; it never appends events',
      severity: 'error',
      from: { path: '^apps/(gateway|cli)/' },
      to: { path: '^libs/event-store/' },
    },
    {
      name: 'decisions-are-pure',
      comment: 'decisions, hashing and checks know no framework and do no I/O',
      severity: 'error',
      from: { path: '(decide-[^/]+|/posting|/chain|/transaction-checks|/ledger-state|posting-view)\\.ts$' },
      to: {
        path: '(@nestjs|typeorm|/pg/|fastify|libs/persistence|libs/messaging|libs/event-store/postgres|^fs$|^net$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'engines-are-pure',
      comment:
        'screening, monitoring, scoring and the readers of lists know no framework and do no I/O; they read only their own data files, when they load',
      severity: 'error',
      from: { path: '^libs/(screening|monitoring|scoring|watchlists)/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '(@nestjs|typeorm|/pg/|fastify|libs/(persistence|messaging|event-store|read-side)|^fs$|^net$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'plugins-do-no-io',
      comment: 'a provider plugin calls the client that it is given, which bounds every call and checks every target',
      severity: 'error',
      from: { path: '^libs/providers/plugins/', pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: {
        path: '(@nestjs|typeorm|/pg/|undici|fastify|cockatiel|libs/(persistence|messaging|event-store|read-side|targets)/|api-client|^(fs|net|tls|http|https|dns|child_process)$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'test-support-stays-out-of-the-product',
      comment: 'the build of the product leaves folders called testing out',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '(\\.spec\\.ts$|/testing/)' },
      to: { path: '(^|/)(testing|tests)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'a file without an importer is dead',
      severity: 'error',
      from: { orphan: true, pathNot: '(\\.spec\\.ts|\\.d\\.ts)$' },
      to: {},
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|reports)/' },
  },
};
