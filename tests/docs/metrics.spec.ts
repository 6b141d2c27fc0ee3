import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');
const NAME = /'(probity_[a-z_]+)'/g;

/** The names of metrics in the code: quoted texts that begin with `probity_` and end like a metric. */
function metricsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('node_modules'))
    .flatMap((file) => [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(NAME)].map(([, name]) => name!))
    .filter((name) =>
      /_(total|seconds|writes|events|deliveries|lag|notices|streams|backtests|stopped|failed)$/.test(name),
    );
}

describe('the page of metrics', () => {
  const page = readFileSync(join(ROOT, 'docs', 'reference', 'metrics.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(probity_[a-z_]+)`/gm)].map(([, name]) => name!);

  it('has every metric of Probity, and no other', () => {
    const inCode = [...new Set([...metricsIn('libs'), ...metricsIn('apps')])].sort();
    expect(documented.sort()).toEqual(inCode);
  });
});
