import { ACTIVITY_TEXTS, type ActivityFields, type ActivityText } from '../activity';
import { TextCodes } from './text-codes';

const COLUMNS = ACTIVITY_TEXTS.length;
const ROW_BYTES = 8 + 8 + 4 + 4 * COLUMNS + 1;
const ROOM_MIN = 4;

/** A text column, as its index in ACTIVITY_TEXTS. */
export type TextColumn = number;

/**
 * The activities of one customer in order of time, as columns of one buffer. An activity takes 49 bytes and creates no
 * objects for the garbage collector. Activities with the same time are in the order of insertion.
 */
export class ActivityLog {
  length = 0;
  private capacity!: number;
  private times!: Float64Array;
  /** the lowest 64 bits of each amount; `highWords` has the remaining bits, which are 0 below 92 thousand million */
  private lowWords!: BigInt64Array;
  private highWords!: Int32Array;
  private codes!: Uint32Array;
  /** 1 for an amount that is comparable, else 0 */
  private comparables!: Uint8Array;
  texts = new TextCodes();

  constructor(capacity: number) {
    this.allocate(Math.max(capacity, ROOM_MIN));
  }

  at(row: number): number {
    return this.times[row] as number;
  }

  amount(row: number): bigint {
    const low = this.lowWords[row] as bigint;
    const high = this.highWords[row] as number;
    return high === 0 ? low : (BigInt(high) << 64n) + low;
  }

  comparable(row: number): boolean {
    return this.comparables[row] === 1;
  }

  /** The code of a text, see TextCodes. */
  code(row: number, column: TextColumn): number {
    return this.codes[row * COLUMNS + column] as number;
  }

  text(row: number, column: TextColumn): string | null {
    return this.texts.text(this.code(row, column));
  }

  /** Returns the number of activities at or before a time, which is also the row of the first activity after it. */
  countUntil(time: number): number {
    if (this.length === 0 || this.at(this.length - 1) <= time) return this.length;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Inserts an activity in order of time and returns its row. The rows after it move up by one. */
  insert(activity: ActivityFields): number {
    const high = highWord(activity.amount);
    if (this.length === this.capacity) this.resize(this.capacity + ROOM_MIN + (this.capacity >> 2));
    const row = this.countUntil(activity.at);
    if (row < this.length) this.moveUp(row);
    this.length++;
    this.times[row] = activity.at;
    this.lowWords[row] = activity.amount; // keeps the lowest 64 bits
    this.highWords[row] = high;
    this.comparables[row] = activity.comparable ? 1 : 0;
    for (let column = 0; column < COLUMNS; column++) {
      this.codes[row * COLUMNS + column] = this.texts.codeFor(activity[ACTIVITY_TEXTS[column] as ActivityText]);
    }
    return row;
  }

  /** Adds the activities of another log, none of which is earlier than the last one of this log. */
  append(other: ActivityLog): void {
    const { length } = this;
    if (length + other.length > this.capacity) this.resize(length + other.length + ROOM_MIN);
    this.copyRows(other, 0);
  }

  /** Removes the first rows, and the texts that only they had. Codes change, and rows move down by `count`. */
  dropFirst(count: number): void {
    const before = Object.assign(new ActivityLog(0), this) as ActivityLog;
    this.length = 0;
    this.texts = new TextCodes();
    this.allocate(before.length - count + ROOM_MIN);
    this.copyRows(before, count);
  }

  /** Copies the rows of another log from a row on to the end of this one. Looks each of its texts up once. */
  private copyRows(from: ActivityLog, first: number): void {
    const { length } = this;
    this.times.set(from.times.subarray(first, from.length), length);
    this.lowWords.set(from.lowWords.subarray(first, from.length), length);
    this.highWords.set(from.highWords.subarray(first, from.length), length);
    this.comparables.set(from.comparables.subarray(first, from.length), length);
    const codes = new Uint32Array(from.texts.size); // by the code in the other log; 0: not looked up
    for (let i = first * COLUMNS, to = length * COLUMNS; i < from.length * COLUMNS; i++, to++) {
      const code = from.codes[i] as number;
      if (code !== 0 && codes[code] === 0) codes[code] = this.texts.codeFor(from.texts.text(code));
      this.codes[to] = codes[code] as number;
    }
    this.length += from.length - first;
  }

  private moveUp(row: number): void {
    const { length } = this;
    this.times.copyWithin(row + 1, row, length);
    this.lowWords.copyWithin(row + 1, row, length);
    this.highWords.copyWithin(row + 1, row, length);
    this.comparables.copyWithin(row + 1, row, length);
    this.codes.copyWithin((row + 1) * COLUMNS, row * COLUMNS, length * COLUMNS);
  }

  private resize(capacity: number): void {
    const { times, lowWords, highWords, codes, comparables } = this;
    this.allocate(capacity);
    this.times.set(times);
    this.lowWords.set(lowWords);
    this.highWords.set(highWords);
    this.codes.set(codes);
    this.comparables.set(comparables);
  }

  private allocate(capacity: number): void {
    const buffer = new ArrayBuffer(capacity * ROW_BYTES);
    this.times = new Float64Array(buffer, 0, capacity);
    this.lowWords = new BigInt64Array(buffer, capacity * 8, capacity);
    this.highWords = new Int32Array(buffer, capacity * 16, capacity);
    this.codes = new Uint32Array(buffer, capacity * 20, capacity * COLUMNS);
    this.comparables = new Uint8Array(buffer, capacity * (20 + 4 * COLUMNS), capacity);
    this.capacity = capacity;
  }
}

const MAX_HIGH_WORD = 2n ** 31n - 1n;

/** Returns the part of an amount that does not fit into a signed 64-bit integer. */
function highWord(amount: bigint): number {
  const low = BigInt.asIntN(64, amount);
  if (low === amount) return 0;
  const high = (amount - low) >> 64n;
  if (high > MAX_HIGH_WORD || high < -MAX_HIGH_WORD) {
    throw new RangeError('an amount in the reference currency has more than 20 digits before the point');
  }
  return Number(high);
}
