import { BadConfiguration } from '../configuration';
import { askKeyService } from './ask-key-service';
import { readKeyFile } from './key-file';
import { KeyServiceFailure } from './key-service';
import { keyService, serviceThatWrapped } from './key-services';
import { KEY_VARIABLES } from './key-variables';

/**
 * The environment with every key in clear, in base64. A key is given in its variable, or in the file that the variable
 * with `_FILE` names; and there in clear, or wrapped by a key service, which is asked to unwrap it. After that nothing
 * needs the service.
 *
 * @throws BadConfiguration that names each variable whose key cannot be read, within 10 s
 */
export async function readKeySources(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const problems: string[] = [];
  const read = KEY_VARIABLES.map(async (name): Promise<[string, string][]> => {
    try {
      const given = givenKey(name, environment);
      return given === undefined ? [] : [[name, await inClear(given, environment)]];
    } catch (error) {
      problems.push(problemOf(name, environment, error as Error));
      return [];
    }
  });
  const keys = Object.fromEntries((await Promise.all(read)).flat());
  if (problems.length > 0) throw new BadConfiguration(problems.toSorted());
  return { ...environment, ...keys };
}

function givenKey(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const [value, path] = [environment[name] || undefined, environment[`${name}_FILE`] || undefined];
  if (value !== undefined && path !== undefined) throw new Error(`and ${name}_FILE are both set; set one of them`);
  return path === undefined ? value : readKeyFile(path, (text) => serviceThatWrapped(text) === undefined);
}

async function inClear(given: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const name = serviceThatWrapped(given);
  if (!name) return given;
  const service = keyService(name, environment);
  const key = await askKeyService(() => service.unwrap(given));
  if (key.length !== 32) throw new Error(`has ${key.length} bytes when it is unwrapped, not 32`);
  return key.toString('base64');
}

function problemOf(name: string, environment: NodeJS.ProcessEnv, error: Error): string {
  const isFile = !environment[name] && environment[`${name}_FILE`];
  const from = isFile ? `${name}_FILE` : name;
  return error instanceof KeyServiceFailure
    ? `${from} cannot be unwrapped: ${error.message}`
    : `${from} ${isFile ? `cannot be used: ${error.message}` : error.message}`;
}
