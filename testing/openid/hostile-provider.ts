import { createHash, createHmac, randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { CLIENT_ID, CLIENT_SECRET, startServer } from './certified-provider';

type Claims = Record<string, unknown>;
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** A provider that does what tests tell it to. Without that, it behaves as it should. */
export class HostileProvider {
  /** who signs in */
  person = 'jane';
  /** the session of the person there */
  session = 'session-1';
  /** changes the claims of the next id tokens */
  claims: (claims: Claims) => Claims = (claims) => claims;
  /** signs the next tokens in another way */
  sign: (claims: Claims) => Promise<string> | string = (claims) => this.signed(claims);
  /** changes the discovery document */
  discovery: Claims = {};
  /** changes what the authorization endpoint returns in its redirect */
  redirect: (query: URLSearchParams) => void = () => {};
  /** requests to the token endpoint */
  exchanges = 0;
  /** one for all, because making it takes longer than most tests: the provider's, and one that it does not publish */
  private static keyPairs?: Promise<[Keys, Keys]>;
  private readonly codes = new Map<string, { nonce: string; challenge: string }>();

  private constructor(
    private readonly server: Awaited<ReturnType<typeof startServer>>,
    private readonly keys: Keys,
    private readonly jwk: JWK,
    /** not the provider's */
    readonly otherKey: Keys['privateKey'],
    private readonly now: () => Date,
  ) {}

  static async start(now: () => Date): Promise<HostileProvider> {
    const keyPair = () => generateKeyPair('RS256', { extractable: true });
    const [keys, others] = await (HostileProvider.keyPairs ??= Promise.all([keyPair(), keyPair()]));
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
    const provider = new HostileProvider(await startServer(), keys, jwk, others.privateKey, now);
    provider.serve();
    return provider;
  }

  get issuer(): string {
    return this.server.url;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  seconds(): number {
    return Math.floor(this.now().getTime() / 1_000);
  }

  signed(claims: Claims, header: Claims = {}, key: Keys['privateKey'] = this.keys.privateKey): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key);
  }

  /** A token whose signature is none. */
  unsigned(claims: Claims, alg = 'none'): string {
    return `${encoded({ alg })}.${encoded(claims)}.`;
  }

  /** A token signed with a text as a symmetric key. */
  withHmac(claims: Claims, key = CLIENT_SECRET): string {
    const text = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }

  publicKey(): Promise<string> {
    return exportSPKI(this.keys.publicKey);
  }

  /** Of a logout token, which must name a person or a session, too. */
  logoutClaims(): Claims {
    const iat = this.seconds();
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return { iss: this.issuer, aud: CLIENT_ID, iat, exp: iat + 120, jti: randomUUID(), events };
  }

  logoutToken(changed: Claims): Promise<string> {
    return this.signed({ ...this.logoutClaims(), ...changed }, { typ: 'logout+jwt' });
  }

  private serve(): void {
    this.server.handle((request, response) => {
      const url = new URL(request.url!, this.issuer);
      const json = (body: unknown, status = 200) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      switch (url.pathname) {
        case '/.well-known/openid-configuration':
          return json(this.document());
        case '/keys':
          return json({ keys: [this.jwk] });
        case '/authorize':
          return void response.writeHead(303, { location: this.authorize(url.searchParams) }).end();
        case '/token': {
          const chunks: Buffer[] = [];
          request.on('data', (chunk: Buffer) => chunks.push(chunk));
          request.on('end', () => {
            void this.exchange(new URLSearchParams(Buffer.concat(chunks).toString())).then(
              (body) => json(body),
              () => json({ error: 'invalid_grant' }, 400),
            );
          });
          return undefined;
        }
        default:
          return json({}, 404);
      }
    });
  }

  private document(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...this.discovery,
    };
  }

  private authorize(query: URLSearchParams): string {
    const code = randomUUID();
    this.codes.set(code, { nonce: query.get('nonce')!, challenge: query.get('code_challenge')! });
    const back = new URL(query.get('redirect_uri')!);
    back.search = new URLSearchParams({ code, state: query.get('state')!, iss: this.issuer }).toString();
    this.redirect(back.searchParams);
    return back.href;
  }

  private async exchange(form: URLSearchParams): Promise<Claims> {
    this.exchanges++;
    const code = form.get('code')!;
    const issued = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url');
    if (!issued || issued.challenge !== challenge) throw new Error('invalid_grant');
    const iat = this.seconds();
    const who = { iss: this.issuer, aud: CLIENT_ID, sub: this.person, sid: this.session };
    const claims = this.claims({ ...who, iat, exp: iat + 300, auth_time: iat, nonce: issued.nonce });
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: await this.sign(claims) };
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
