import { randomBytes } from 'node:crypto';
import { MASTER_KEY_VARIABLES } from './key-variables';
import { readVariables } from '../configuration';
import { askKeyService } from './ask-key-service';
import { type KeyServiceName, keyService } from './key-services';
import { readKeySources } from './key-sources';

const KEY_BYTES = 32;

/**
 * Returns a new random key as a variable or a file takes it.
 *
 * @param service wraps it; undefined: it stays in clear, in base64
 * @throws KeyServiceFailure
 */
export async function newKey(service: KeyServiceName | undefined, environment: NodeJS.ProcessEnv): Promise<string> {
  const key = randomBytes(KEY_BYTES);
  return service === undefined ? key.toString('base64') : wrapped(service, key, environment);
}

/** Wraps the master key that the environment gives. @throws BadConfiguration, KeyServiceFailure */
export async function wrapGivenKey(service: KeyServiceName, environment: NodeJS.ProcessEnv): Promise<string> {
  const read = readVariables(await readKeySources(environment), MASTER_KEY_VARIABLES);
  return wrapped(service, read.PROBITY_MASTER_KEY, environment);
}

/** Returns a key only after the service has unwrapped it once: a key that cannot be unwrapped would be lost. */
async function wrapped(name: KeyServiceName, key: Buffer, environment: NodeJS.ProcessEnv): Promise<string> {
  const service = keyService(name, environment);
  const form = await askKeyService(() => service.wrap(key));
  const back = await askKeyService(() => service.unwrap(form));
  if (!back.equals(key)) throw new Error(`${name} does not unwrap the key that it wrapped; check its settings`);
  return form;
}
