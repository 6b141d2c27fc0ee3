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

/** What is needed to run Kafka's programs. */
export interface KafkaOnJava {
  java: string;
  /** the class path, in the form of Java's `-cp` option */
  classPath: string;
}

/**
 * Finds Java, and fetches Kafka with Maven unless it is cached. The cache is in `$XDG_CACHE_HOME` or
 * `~/.cache` and has one folder for each version of tools/kafka/pom.xml.
 *
 * @param tell receives a message before each long step
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
          ? `JAVA_HOME is ${process.env.JAVA_HOME}, which has no bin/java`
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
 * Returns the folder that holds the jars. Each fetch fills its own draft folder and renames it when it is
 * complete, so the folder is never partial. If several fetches run at once, the first to finish wins.
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
      `cannot write to the cache for Kafka: ${(error as Error).message}; set XDG_CACHE_HOME to a writable folder`,
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

/** @param workFolder the working directory: Maven writes its repository there for a user without a home */
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

/** Removes old draft folders, which remain when a fetch is killed. */
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

/** Searches upwards, because this file runs both from its source and from dist/. */
function projectRoot(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'tools', 'kafka', 'pom.xml'))) return folder;
  }
  throw new Error(`no tools/kafka/pom.xml in any folder above ${__dirname}`);
}
