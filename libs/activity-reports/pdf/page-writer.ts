import PDFDocument from 'pdfkit';
import { faces, runsOf, type Weight } from './fonts';

const MARGIN = 56;
const SIZES = { title: 18, heading: 12, text: 9.5, small: 8 } as const;
/** So that no text makes a document that a reader cannot open. */
const MAX_PAGES = 500;

/** Writes text onto pages of A4. Nothing that is written can be anything but text. */
export class PageWriter {
  private readonly doc: PDFKit.PDFDocument;
  private readonly bytes: Promise<Buffer>;
  private pages = 1;

  /** @param at the time in the properties of the document: equal content has equal bytes */
  constructor(title: string, at: Date) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      lang: 'en',
      info: { Title: title, Producer: 'Probity', Creator: 'Probity', CreationDate: at, ModDate: at },
    });
    this.doc.on('pageAdded', () => {
      this.pages += 1;
      if (this.pages > MAX_PAGES) throw new Error(`the document has more than ${MAX_PAGES} pages`);
    });
    for (const { name, path } of Object.values(faces()).flat()) this.doc.registerFont(name, path);
    this.bytes = new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
    });
  }

  title(text: string): void {
    this.write(text, 'bold', SIZES.title);
    this.doc.moveDown(0.4);
  }

  heading(text: string): void {
    this.doc.moveDown(0.8);
    this.write(text, 'bold', SIZES.heading);
    this.doc.moveDown(0.3);
  }

  paragraph(text: string): void {
    this.write(text, 'regular', SIZES.text);
  }

  small(text: string): void {
    this.write(text, 'regular', SIZES.small);
  }

  /** A line with a label. Nothing, when the value is unknown. */
  fact(label: string, value: string | null): void {
    if (value === null || value.trim() === '') return;
    this.write(`${label}: `, 'bold', SIZES.text, true);
    this.write(value, 'regular', SIZES.text);
  }

  gap(): void {
    this.doc.moveDown(0.5);
  }

  /** Numbers the pages, and returns the document. */
  async finish(): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      this.doc.page.margins.bottom = 0;
      this.doc.font(faces().regular[0]!.name).fontSize(SIZES.small);
      this.doc.text(`Confidential · page ${page + 1} of ${count}`, MARGIN, this.doc.page.height - 36, {
        lineBreak: false,
      });
    }
    this.doc.end();
    return this.bytes;
  }

  private write(text: string, weight: Weight, size: number, continued = false): void {
    const runs = runsOf(text, weight);
    for (const [index, run] of runs.entries()) {
      this.doc.font(run.font).fontSize(size);
      this.doc.text(run.text, { continued: continued || index < runs.length - 1 });
    }
  }
}
