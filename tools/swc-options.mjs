import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/**
 * How TypeScript becomes JavaScript, for the build and for Jest alike: CommonJS with decorator
 * metadata (Nest injects by it), and `@probity/<lib>/<file>` rewritten to a relative path, so
 * that `dist/` runs anywhere without a resolver of its own.
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
