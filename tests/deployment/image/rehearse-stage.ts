import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Stage } from './dockerfile';

export interface Rehearsal {
  /** the folder of the project */
  root: string;
  /** files of the project that the build can see */
  context: string[];
  /** holds one folder for each stage, in place of its file system */
  workshop: string;
}

/** The result of a stage: its files, and the settings for a program that starts in it. */
export interface BuiltStage {
  /** on this machine */
  folder: string;
  user: number | undefined;
  environment: Record<string, string>;
  entrypoint: string[];
  command: string[];
}

/**
 * Runs the instructions of a stage in a folder, with the programs of this machine.
 * @throws Error if a command fails, or for an instruction that the rehearsal does not support
 */
export function rehearseStage({ root, context, workshop }: Rehearsal, stage: Stage): BuiltStage {
  const inStage = (name: string, path: string) => join(workshop, name, path);
  const built: BuiltStage = {
    folder: inStage(stage.name, '/'),
    user: undefined,
    environment: {},
    entrypoint: [],
    command: [],
  };

  const instructions: Record<string, (text: string) => void> = {
    ARG: () => {},
    LABEL: () => {},
    ENV: (text) => {
      const [name, value] = text.split('=');
      if (name && value !== undefined) built.environment[name] = value;
    },
    WORKDIR: (path) => {
      built.folder = inStage(stage.name, path);
      mkdirSync(built.folder, { recursive: true });
    },
    COPY: (text) => {
      const [, from, paths] = /^(?:--from=(\S+) )?(.+)$/.exec(text) ?? [];
      const sources = paths?.split(' ') ?? [];
      const target = sources.pop() ?? '';
      for (const source of sources) {
        if (from) copy(inStage(from, source), join(built.folder, target));
        else copyFromContext(source, target);
      }
    },
    RUN: (text) => {
      const command = text.replace(/^(--mount=\S+ )+/, '');
      const { status } = spawnSync('sh', ['-c', command], {
        cwd: built.folder,
        env: { ...process.env, ...built.environment },
        stdio: 'inherit',
      });
      if (status !== 0) throw new Error(`Dockerfile, stage ${stage.name}: a command failed: RUN ${command}`);
    },
    USER: (text) => {
      built.user = Number(text.split(':')[0]);
    },
    ENTRYPOINT: (text) => {
      built.entrypoint = JSON.parse(text) as string[];
    },
    CMD: (text) => {
      built.command = JSON.parse(text) as string[];
    },
  };

  function copyFromContext(source: string, target: string): void {
    const files = context.filter((file) => source === '.' || file === source || file.startsWith(`${source}/`));
    if (files.length === 0) throw new Error(`Dockerfile, stage ${stage.name}: the build cannot see ${source}`);
    for (const file of files) {
      const within = source === '.' ? file : file.slice(source.length + 1);
      const name = within === '' && target.endsWith('/') ? source.split('/').at(-1)! : within;
      copy(join(root, file), join(built.folder, target, name));
    }
  }

  for (const { name, text } of stage.instructions) {
    const follow = instructions[name];
    if (!follow) throw new Error(`Dockerfile, stage ${stage.name}: the rehearsal does not support ${name}`);
    follow(text);
  }
  return built;
}

function copy(from: string, to: string): void {
  const target = statSync(from).isFile() && to.endsWith('/') ? join(to, from.split('/').at(-1)!) : to;
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}
