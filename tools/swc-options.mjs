import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/**
 * The compiler options of the build and of Jest: CommonJS with decorator metadata, which Nest needs for
 * injection. `@probity/<lib>/<file>` becomes a relative path, so that `dist/` runs without a module resolver.
 */
export const swcOptions = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    baseUrl: root,
    paths: { '@probity/*': ['libs/*'] },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
  swcrc: false,
};
