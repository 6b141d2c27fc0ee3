import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from './commands';
import { FACTS } from './facts';

/** What the files of this name export, in every folder. */
async function exportsOf(file: string): Promise<any[]> {
  const found = readdirSync(__dirname, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name === file && entry.parentPath !== __dirname,
  );
  const modules = await Promise.all(found.map(({ parentPath }) => import(join(parentPath, file)) as Promise<object>));
  return modules.flatMap((module) => Object.values<any>(module));
}
const names = (declared: readonly { name: string }[]): string[] => declared.map(({ name }) => name).sort();

describe('the declarations', () => {
  it('of facts are all in the list of facts, each once', async () => {
    const declared = (await exportsOf('events.ts')).filter((value) => value?.exampleId !== undefined);
    expect(names(FACTS)).toEqual(names(declared));
    expect(new Set(names(FACTS)).size).toBe(FACTS.length);
  });

  it('of commands are all in the list of commands, each once', async () => {
    const declared = (await exportsOf('commands.ts')).filter((value) => value?.request !== undefined);
    expect(names(COMMANDS)).toEqual(names(declared));
    expect(new Set(names(COMMANDS)).size).toBe(COMMANDS.length);
  });
});
