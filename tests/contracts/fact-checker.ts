import type { KafkaMessage } from 'kafkajs';
import type { FactChannel } from './fact-channels';
import { FactOrder } from './fact-order';

export interface FactReport {
  /** messages read */
  messages: number;
  /** how many of these repeat an earlier message */
  duplicates: number;
  byType: Record<string, number>;
  /** number of facts by subject; repetitions are not counted */
  bySubject: Map<string, number>;
  /** deviations from the document, one sentence each, with the place of the message */
  violations: string[];
  /** fields that arrived and that the document does not describe but allows */
  undescribed: string[];
}

/** Checks messages one by one, and counts them. */
export class FactChecker {
  private readonly order = new FactOrder();
  private readonly byType: Record<string, number> = {};
  private readonly violations: string[] = [];
  private readonly undescribed = new Set<string>();
  private messages = 0;

  constructor(private readonly channels: FactChannel[]) {}

  report(): FactReport {
    return {
      messages: this.messages,
      duplicates: this.order.duplicates,
      byType: { ...this.byType },
      bySubject: this.order.counts(),
      violations: [...this.violations],
      undescribed: [...this.undescribed],
    };
  }

  take(topic: string, partition: number, message: KafkaMessage): void {
    this.messages++;
    const headers = textHeaders(message);
    const type = headers.ce_type ?? 'no ce_type';
    this.byType[type] = (this.byType[type] ?? 0) + 1;
    const place = `${topic}/${partition}@${message.offset} (${type})`;
    for (const problem of this.problemsOf(topic, headers, message)) this.violations.push(`${place}: ${problem}`);
  }

  private problemsOf(topic: string, headers: Record<string, string>, message: KafkaMessage): string[] {
    const problems = repeatedHeaders(message);
    const checks = this.channels.find((channel) => channel.topic === topic)?.messages.get(headers.ce_type ?? '');
    if (!checks) return [...problems, `the document has no such message on this topic`];
    problems.push(...checks.headers(headers));

    const { ce_subject: subject, ce_revision: sequence, ce_id: id } = headers;
    const { value } = message;
    if (value === null) return [...problems, 'the message has no value'];
    const disorder = subject && sequence && id ? this.order.take(subject, sequence, id, value) : undefined;
    if (disorder) problems.push(disorder);

    const payload = parsed(value);
    if (payload === undefined) return [...problems, 'the value of the message is not JSON in UTF-8'];
    problems.push(...checks.payload(payload));

    const key = message.key?.toString() ?? null;
    problems.push(...checks.key(key));
    const stated: unknown = checks.keyPath?.reduce((at: any, step) => at?.[step], payload);
    if (checks.keyPath && stated !== key) {
      problems.push(`its key is ${key}, but ${checks.keyPath.join('.')} is ${String(stated)}`);
    }
    for (const field of checks.undescribed(headers, payload)) this.undescribed.add(`${headers.ce_type} ${field}`);
    return problems;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(value: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(value));
  } catch {
    return undefined;
  }
}

/** Returns headers as texts; if a header is repeated, its first value. */
function textHeaders({ headers }: KafkaMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name, first.toString()]];
    }),
  );
}

const repeatedHeaders = ({ headers }: KafkaMessage): string[] =>
  Object.entries(headers ?? {}).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 1 ? [`header ${name} is present ${value.length} times`] : [],
  );
