import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FOLLOWED_FACTS } from '@probity/contracts/facts';

const APPS = resolve(__dirname, '..', '..', 'apps');

describe('the facts that services follow', () => {
  it('are those that handlers subscribe with, so that each topic has one for dead letters', () => {
    const handlers = readdirSync(APPS, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.handler.ts'),
    );
    const subscribed = handlers.flatMap((file) =>
      [...readFileSync(join(APPS, file), 'utf8').matchAll(/@OnFact\((\w+)\)/g)].map(([, fact]) => fact!),
    );
    expect(new Set(FOLLOWED_FACTS.map(({ type }) => type))).toEqual(new Set(subscribed));
  });
});
