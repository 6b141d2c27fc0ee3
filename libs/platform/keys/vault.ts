import { readFileSync } from 'node:fs';
import { type KeyService, KeyServiceFailure } from './key-service';

export const VAULT_PREFIX = 'vault:';
const ATTEMPT_MS = 3_000;
const MAX_ANSWER_CHARACTERS = 65_536;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface Answer {
  data?: { plaintext?: string; ciphertext?: string };
  errors?: string[];
}

/**
 * The secrets engine `transit` of HashiCorp Vault, or of OpenBao. A wrapped key is Vault's own text, `vault:v1:…`, which
 * names the version of Vault's key.
 *
 * It reads VAULT_ADDR, VAULT_TOKEN or VAULT_TOKEN_FILE, VAULT_NAMESPACE, VAULT_TRANSIT_MOUNT (default `transit`) and
 * VAULT_TRANSIT_KEY (default `probity`).
 */
export class Vault implements KeyService {
  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  async wrap(key: Buffer): Promise<string> {
    const { ciphertext } = await this.ask('encrypt', { plaintext: key.toString('base64') });
    if (!ciphertext?.startsWith(VAULT_PREFIX)) throw unexpected('its reply has no ciphertext');
    return ciphertext;
  }

  async unwrap(wrapped: string): Promise<Buffer> {
    const { plaintext } = await this.ask('decrypt', { ciphertext: wrapped });
    if (typeof plaintext !== 'string') throw unexpected('its reply has no plaintext');
    return Buffer.from(plaintext, 'base64');
  }

  private async ask(operation: 'encrypt' | 'decrypt', body: object): Promise<NonNullable<Answer['data']>> {
    const { VAULT_TRANSIT_MOUNT: mount = 'transit', VAULT_TRANSIT_KEY: key = 'probity' } = this.environment;
    const path = `v1/${mount}/${operation}/${encodeURIComponent(key)}`;
    const { status, answer } = await this.post(path, JSON.stringify(body));
    if (status === 200) return answer.data ?? {};
    const said = answer.errors?.join('; ') || `HTTP ${status}`;
    if (status === 429 || status >= 500) throw new KeyServiceFailure(`Vault is not ready: ${said}`, true);
    if (status === 403) {
      const message = `Vault refused ${operation} with ${mount}/${key}: ${said}; check the policy and the age of the token`;
      throw new KeyServiceFailure(message, false);
    }
    const message = `Vault refused ${operation} with ${mount}/${key}: ${said}; check VAULT_TRANSIT_MOUNT and VAULT_TRANSIT_KEY`;
    throw new KeyServiceFailure(message, false);
  }

  private async post(path: string, body: string): Promise<{ status: number; answer: Answer }> {
    const { VAULT_NAMESPACE: namespace } = this.environment;
    const headers = {
      'content-type': 'application/json',
      'x-vault-request': 'true',
      'x-vault-token': this.token(),
      ...(namespace && { 'x-vault-namespace': namespace }),
    };
    const url = new URL(path, this.address());
    try {
      const signal = AbortSignal.timeout(ATTEMPT_MS);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      return { status: response.status, answer: parsed(await response.text()) };
    } catch (cause) {
      if (cause instanceof KeyServiceFailure) throw cause;
      throw new KeyServiceFailure(`Vault at ${url.origin} does not respond: ${reasonOf(cause)}`, true, { cause });
    }
  }

  /** A key is sent in clear inside the connection, so it needs TLS, except on this machine. */
  private address(): URL {
    const { VAULT_ADDR } = this.environment;
    if (!VAULT_ADDR) throw new KeyServiceFailure('the key is wrapped by Vault, and VAULT_ADDR is missing', false);
    const text = VAULT_ADDR.endsWith('/') ? VAULT_ADDR : `${VAULT_ADDR}/`;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new KeyServiceFailure('VAULT_ADDR must be a URL such as https://vault.example:8200', false);
    }
    if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
      throw new KeyServiceFailure('VAULT_ADDR must begin with https://, except for this machine', false);
    }
    return url;
  }

  private token(): string {
    const { VAULT_TOKEN, VAULT_TOKEN_FILE: file } = this.environment;
    if (VAULT_TOKEN) return VAULT_TOKEN;
    if (!file) throw new KeyServiceFailure('VAULT_TOKEN or VAULT_TOKEN_FILE is missing', false);
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (cause) {
      throw new KeyServiceFailure(`VAULT_TOKEN_FILE cannot be read: ${reasonOf(cause)}`, false, { cause });
    }
  }
}

function parsed(text: string): Answer {
  if (text.length > MAX_ANSWER_CHARACTERS) throw unexpected('its reply is too long');
  try {
    return (JSON.parse(text) ?? {}) as Answer;
  } catch {
    return {}; // a proxy in between may reply with a page; the status says enough
  }
}

const unexpected = (what: string): KeyServiceFailure =>
  new KeyServiceFailure(`Vault behaves unexpectedly: ${what}; check VAULT_ADDR`, false);

/** `fetch` hides the reason, such as ECONNREFUSED, in the cause of its error. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
};
