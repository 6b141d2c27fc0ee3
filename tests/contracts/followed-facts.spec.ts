import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PATTERN_METADATA } from '@nestjs/microservices/constants';
import { FOLLOWED_FACTS } from '@probity/contracts/facts';

const APPS = resolve(__dirname, '..', '..', 'apps');

/** Returns the names with which the classes of a file subscribe. */
async function subscriptionsOf(file: string): Promise<string[]> {
  const exported = Object.values((await import(join(APPS, file))) as Record<string, { prototype: object }>);
  return exported.flatMap(({ prototype }) =>
    Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) =>
      typeof value === 'function' ? ((Reflect.getMetadata(PATTERN_METADATA, value) as string[] | undefined) ?? []) : [],
    ),
  );
}

describe('the facts that services follow', () => {
  it('are exactly the facts that handlers subscribe to, so that each has a topic for dead letters', async () => {
    const files = readdirSync(APPS, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.handler.ts') && readFileSync(join(APPS, file), 'utf8').includes('OnFact('),
    );
    const subscribed = (await Promise.all(files.map(subscriptionsOf))).flat();
    expect(subscribed.length).toBeGreaterThan(0);
    expect(FOLLOWED_FACTS.map(({ name }) => name).sort()).toEqual(subscribed.sort());
  });
});
