import { Refusal } from '@probity/platform/errors';

/** Returns the provider of a tenant. @throws Refusal `not_found` when it is undefined */
export function foundProvider<T>(plugin: string, provider: T | undefined): T {
  if (provider !== undefined) return provider;
  throw new Refusal('not_found', 'not_found', `provider ${plugin} was not found; ${configureFirst(plugin)}`);
}

/** What staff do about a provider that the tenant does not have. The command line fills in the slug. */
export const configureFirst = (plugin: string): string =>
  `configure it first: probity providers configure --tenant <slug> ${plugin}`;
