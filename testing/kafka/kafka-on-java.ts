import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const OLDEST_JAVA = 17;
const JAVA_TIMEOUT_MS = 20_000;
const FETCH_TIMEOUT_MS = 600_000;
const DRAFT = '.new';

/** What it takes to run Kafka's programs. */
export interface KafkaOnJava {
  java: string;
  /** a class path, in the form Java takes it */
  classPath: string;
}

/**
 * Finds Java, and fetches Kafka with Maven unless an earlier run has. The cache is the user's
 * (`$XDG_CACHE_HOME` or `~/.cache`), one folder for each content of the pom.
 *
 * @param tell is told before something takes long
 * @throws Error that says what is missing
 */
export async function findKafkaOnJava(tell: (message: string) => void = () => {}): Promise<KafkaOnJava> {
  const java = await findJava();
  return { java, classPath: join(await fetchKafka(tell), '*') };
}

async function findJava(): Promise<string> {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const { stderr } = await promisify(execFile)(java, ['-version'], { timeout: JAVA_TIMEOUT_MS }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw new Error(`${java} -version failed: ${error.message}`);
      throw new Error(
        process.env.JAVA_HOME
          ? `JAVA_HOME is ${process.env.JAVA_HOME}, and there is no bin/java in it`
          : `java was not found: install Java ${OLDEST_JAVA} or newer`,
      );
    },
  );
  const version = /version "(\d+)/.exec(stderr)?.[1];
  if (!version || Number(version) < OLDEST_JAVA)
    throw new Error(`Kafka needs Java ${OLDEST_JAVA} or newer; ${java} says: ${stderr.split('\n')[0]}`);
  return java;
}

/**
 * Returns the folder that holds the jars. It appears whole or not at all: each fetch fills a folder of
 * its own and renames it, and of several at once the first to finish wins.
 */
async function fetchKafka(tell: (message: string) => void): Promise<string> {
  const pom = join(projectRoot(), 'tools', 'kafka', 'pom.xml');
  const text = readFileSync(pom, 'utf8');
  const version = /<kafka\.version>(.+)<\/kafka\.version>/.exec(text)![1]!;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'probity', 'kafka');
  const jars = join(cache, `${version}-${digest}`);
  if (existsSync(jars)) return jars;

  tell(`Fetching Kafka ${version} with Maven (once) ...`);
  const draft = `${jars}.${process.pid}${DRAFT}`;
  try {
    mkdirSync(draft, { recursive: true });
    removeOldDrafts(cache);
  } catch (error) {
    throw new Error(
      `no place to keep Kafka: ${(error as Error).message}; set XDG_CACHE_HOME to a folder that can be written`,
      { cause: error },
    );
  }
  try {
    await copyDependencies(pom, join(draft, 'jars'), draft);
    renameIfFirst(join(draft, 'jars'), jars);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return jars;
}

/** @param workFolder where Maven may leave things; it does for a user without a home */
async function copyDependencies(pom: string, folder: string, workFolder: string): Promise<void> {
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  await promisify(execFile)('mvn', ['-B', '-q', '-f', pom, ...goal], {
    cwd: workFolder,
    timeout: FETCH_TIMEOUT_MS,
  }).catch((error: NodeJS.ErrnoException & { stdout?: string }) => {
    if (error.code === 'ENOENT') throw new Error('mvn was not found: install Maven, which fetches Kafka');
    const said = /\[ERROR\] *(\S.*)/.exec(error.stdout ?? '')?.[1] ?? error.message;
    throw new Error(`Maven could not fetch Kafka: ${said}`);
  });
}

/** A fetch that was killed could not remove its own. */
function removeOldDrafts(cache: string): void {
  for (const name of readdirSync(cache).filter((entry) => entry.endsWith(DRAFT))) {
    const draft = join(cache, name);
    const startedAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (startedAt < Date.now() - 2 * FETCH_TIMEOUT_MS) rmSync(draft, { recursive: true, force: true });
  }
}

function renameIfFirst(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

/** This file is run from the sources and from dist/ alike. */
function projectRoot(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'tools', 'kafka', 'pom.xml'))) return folder;
  }
  throw new Error(`no tools/kafka/pom.xml in any folder above ${__dirname}`);
}
