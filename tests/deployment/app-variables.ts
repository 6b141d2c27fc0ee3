import { readVariables } from '@probity/platform/configuration';
import { variablesOf as variablesOfService } from '@probity/service/environment';
import { SERVICES } from '../../apps/standalone/services';
import type { App } from './apps';

/** Returns the specification of an app's environment; its keys are the variables. */
export const variablesOf = (app: App): object => variablesOfService(SERVICES.find(({ name }) => name === app)!);

/**
 * Reads the environment as the app does.
 * @throws BadConfiguration that names every variable that is missing or malformed
 */
export const readAs = (app: App, environment: Record<string, string>): unknown =>
  readVariables(environment, variablesOf(app));
