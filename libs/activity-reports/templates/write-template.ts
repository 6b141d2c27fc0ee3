import type { TemplateMediaType } from '@probity/contracts/report-templates/words';
import Mustache from 'mustache';
import { escapeFor } from './escape';
import { lookUp, type Token, UncachedWriter } from './parse-template';
import type { TemplateData } from './template-data';

/** About four seconds of a slow machine; a report with 200 transactions in a long template needs a tenth. */
const MAX_STEPS = 200_000;
const MAX_LETTERS = 4_000_000;

export class TooLarge extends Error {}

/** The document with marks around its values. @throws TooLarge */
export const writeTokens = (tokens: Token[], data: TemplateData, type: TemplateMediaType): string =>
  new BoundedWriter(type).renderTokens(tokens as never, new OwnFields([data]));

/** Sees only the own fields of the data. */
class OwnFields extends Mustache.Context {
  constructor(private readonly stack: readonly TemplateData[]) {
    super(stack.at(-1));
  }

  override lookup(name: string): unknown {
    return lookUp(this.stack, name);
  }

  override push(view: unknown): Mustache.Context {
    const isData = typeof view === 'object' && view !== null;
    return isData ? new OwnFields([...this.stack, view as TemplateData]) : this;
  }
}

/** Stops when a document becomes too large, or needs too many steps. */
class BoundedWriter extends UncachedWriter {
  private steps = 0;
  private letters = 0;
  private readonly escape: (value: unknown) => string;

  constructor(type: TemplateMediaType) {
    super();
    this.escape = escapeFor(type);
  }

  override renderTokens(...[tokens, ...rest]: Parameters<Mustache.Writer['renderTokens']>): string {
    this.steps += tokens.length + 1;
    if (this.steps > MAX_STEPS) throw new TooLarge(`the document takes more than ${MAX_STEPS} steps`);
    return super.renderTokens(tokens, ...rest);
  }

  override escapedValue([, name]: string[], context: Mustache.Context): string {
    const value = context.lookup(name!) as unknown;
    return typeof value === 'string' ? this.counted(this.escape(value)) : '';
  }

  override rawValue([, text]: string[]): string {
    return this.counted(text!);
  }

  private counted(text: string): string {
    this.letters += text.length;
    if (this.letters > MAX_LETTERS) throw new TooLarge(`the document has more than ${MAX_LETTERS} characters`);
    return text;
  }
}
