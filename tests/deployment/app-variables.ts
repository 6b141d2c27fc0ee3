import { readVariables } from '@probity/platform/configuration';
import type { App } from './apps';

/** The specification that an app reads its environment by; its keys are the variables. */
export async function variablesOf(app: App): Promise<object> {
  const path = `apps/${app}/configuration.ts`;
  const { VARIABLES } = (await import(`../../apps/${app}/configuration`)) as { VARIABLES?: unknown };
  if (typeof VARIABLES !== 'object' || VARIABLES === null || Object.keys(VARIABLES).length === 0) {
    throw new Error(`${path} must export VARIABLES, the specification of the environment that the app reads`);
  }
  return VARIABLES;
}

/**
 * Reads an environment as the app itself does.
 * @throws BadConfiguration that names every variable that is missing or malformed
 */
export async function readAs(app: App, environment: Record<string, string>): Promise<unknown> {
  return readVariables(environment, await variablesOf(app));
}
