import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.nx/',
      'reports/',
      '.probity/',
      'node_modules/',
      'apps/desk/generated/',
      'apps/desk/vite.config.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [eslint.configs.recommended, ...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      // The error of a floating promise would be lost.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'off', // Nest needs some types at run time
      '@typescript-eslint/require-await': 'off', // ports are asynchronous even where an adapter is not
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unsafe-assignment': 'off', // JSON from outside gets its type when it is checked
      '@typescript-eslint/no-unsafe-member-access': 'off',
      'no-unreachable-loop': 'off', // reading the first chunk of an async iterable
      eqeqeq: 'error',
    },
  },
  {
    files: ['{testing,tests,bench,journal}/**/*.ts', '**/testing/**/*.ts', '**/*.spec.ts'],
    // Tests use untyped responses, because they test the shape of the responses.
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    files: ['apps/desk/**'],
    rules: { '@typescript-eslint/only-throw-error': 'off' }, // the router takes a redirect that is thrown
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    extends: [eslint.configs.recommended],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
      },
    },
    rules: { 'no-unused-vars': ['error', { varsIgnorePattern: '^_' }] },
  },
);
