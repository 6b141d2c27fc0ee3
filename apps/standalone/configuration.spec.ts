import { resolve } from 'node:path';
import { readConfiguration } from './configuration';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfiguration({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      backOfficePort: 3001,
      dataDirectory: resolve('.probity'),
      databaseUrl: undefined,
      eventStoreUrl: undefined,
      kafka: undefined,
      keys: {},
      operatorToken: undefined,
      logLevel: 'info',
      demo: true,
      webhookPorts: [],
      webhooksMayLoopBack: true,
      providerPorts: [],
      providersMayLoopBack: true,
      providerNetworks: [],
      backOfficeOrigin: '',
      http: { TRUSTED_PROXIES: [], BEHIND_TLS: false },
      fileScan: { FILE_SCAN_COMMAND: [], FILE_SCAN_SECONDS: 30 },
      copies: {
        CHECKPOINT_BUCKET: [],
        CHECKPOINT_BUCKET_REGION: '',
        CHECKPOINT_BUCKET_ENDPOINT: [],
        CHECKPOINT_BUCKET_LOCK: [],
        CHECKPOINT_BUCKET_LOCK_DAYS: [],
        CHECKPOINT_TIMESTAMP_URL: [],
        CHECKPOINT_TIMESTAMP_CERTIFICATES: [],
        CHECKPOINT_WITNESSES: [],
        CHECKPOINT_COPY_SECONDS: 60,
      },
      verification: { VERIFY_LEDGERS_EVERY_HOURS: 24, VERIFY_AUDIT_TRAILS_EVERY_HOURS: 24 },
    });
  });

  it('reads the given values', () => {
    const key = Buffer.alloc(32, 1);
    const read = readConfiguration({
      HOST: '0.0.0.0',
      PORT: '0',
      PROBITY_DATA_DIR: '/data',
      DATABASE_URL: 'postgresql://u:p@h/d',
      PROBITY_MASTER_KEY: key.toString('base64'),
      PROBITY_OPERATOR_TOKEN: 'x'.repeat(32),
      PROBITY_DEMO: 'false',
      EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
      KAFKA_BROKERS: 'kafka-1:9092,kafka-2:9092',
      KAFKA_TOPIC_PREFIX: 'mine.',
      TRUSTED_PROXIES: '10.20.0.7,fd00::/8',
      BEHIND_TLS: 'true',
      FILE_SCAN_COMMAND: '["/opt/scan", "--mode", "all files"]',
      FILE_SCAN_SECONDS: '5',
      VERIFY_LEDGERS_EVERY_HOURS: '0',
      VERIFY_AUDIT_TRAILS_EVERY_HOURS: '168',
    });
    const command = ['/opt/scan', '--mode', 'all files'];
    expect(read.fileScan).toEqual({ FILE_SCAN_COMMAND: command, FILE_SCAN_SECONDS: 5 });
    expect(read.verification).toEqual({ VERIFY_LEDGERS_EVERY_HOURS: 0, VERIFY_AUDIT_TRAILS_EVERY_HOURS: 168 });
    const { fileScan } = readConfiguration({ FILE_SCAN_COMMAND: ' clamdscan  --no-summary - ' });
    expect(fileScan.FILE_SCAN_COMMAND).toEqual(['clamdscan', '--no-summary', '-']);
    expect(read.http).toEqual({ TRUSTED_PROXIES: ['10.20.0.7', 'fd00::/8'], BEHIND_TLS: true });
    expect(read).toMatchObject({ host: '0.0.0.0', port: 0, dataDirectory: '/data', demo: false });
    expect(read.eventStoreUrl).toBe('esdb://127.0.0.1:2113?tls=false');
    expect(read.kafka).toMatchObject({ brokers: ['kafka-1:9092', 'kafka-2:9092'], topicPrefix: 'mine.' });
    expect(read.webhooksMayLoopBack).toBe(false);
    expect(read.keys.PROBITY_MASTER_KEY).toEqual(key);
  });

  it.each([
    ['FILE_SCAN_COMMAND', '[1]', 'FILE_SCAN_COMMAND must be a program with arguments'],
    ['FILE_SCAN_SECONDS', 'soon', 'FILE_SCAN_SECONDS must be a whole number from 1 to 300'],
    ['VERIFY_LEDGERS_EVERY_HOURS', 'off', 'VERIFY_LEDGERS_EVERY_HOURS must be a whole number of hours from 1 to 8760'],
    ['PORT', 'many', 'PORT must be a port number from 0 to 65535'],
    ['BACK_OFFICE_PORT', '65536', 'BACK_OFFICE_PORT must be a port number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://secret', 'DATABASE_URL must begin with postgresql://'],
    ['EVENTSTORE_URL', 'http://secret', 'EVENTSTORE_URL must begin with esdb://'],
    ['KAFKA_BROKERS', 'no-port', 'KAFKA_BROKERS must be addresses such as'],
    ['PROBITY_MASTER_KEY', 'c2hvcnQ=', 'PROBITY_MASTER_KEY must be 32 bytes in base64'],
    ['PROBITY_OPERATOR_TOKEN', 'short-secret', 'PROBITY_OPERATOR_TOKEN must have at least 32 characters'],
    ['BACK_OFFICE_ORIGIN', 'http://probity.bank.example', 'BACK_OFFICE_ORIGIN must be an origin such as'],
    ['BACK_OFFICE_ORIGIN', 'https://bank.example/app', 'BACK_OFFICE_ORIGIN must be an origin such as'],
    ['CHECKPOINT_BUCKET', 's3://archive', 'CHECKPOINT_BUCKET_REGION is missing'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of'],
    ['BACK_OFFICE_ORIGIN', 'https://bank.example/', 'BACK_OFFICE_ORIGIN must be an origin such as'],
    ['PROBITY_DEMO', 'perhaps', 'PROBITY_DEMO'],
  ])('reports a malformed %s without repeating its value', (variable, value, message) => {
    let said = '';
    try {
      readConfiguration({ [variable]: value });
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toContain(message);
    expect(said).not.toContain(value);
  });

  it('names a network that can never be allowed for providers, and the reason', () => {
    expect(() => readConfiguration({ PROVIDER_ALLOWED_NETWORKS: '10.20.0.0/16,169.254.0.0/16' })).toThrow(
      /PROVIDER_ALLOWED_NETWORKS must be private networks .*; 169\.254\.0\.0\/16 .*can never be allowed/,
    );
  });
});
