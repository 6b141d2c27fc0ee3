/** Reads a value. Returns null when it is unknown. */
type Read<Value, Context> = (context: Context) => Value | null;

/** Applies a function to a value. Unknown when the value is unknown. */
export const fromKnown =
  <Value, Result, Context>(read: Read<Value, Context>, apply: (value: Value) => Result): Read<Result, Context> =>
  (context) => {
    const value = read(context);
    return value === null ? null : apply(value);
  };

/** Tests a value. False when it is unknown. */
export const ifKnown =
  <Value, Context>(read: Read<Value, Context>, test: (value: Value) => boolean) =>
  (context: Context): boolean => {
    const value = read(context);
    return value !== null && test(value);
  };

/** Tests two values. False when one of them is unknown. */
export const ifBothKnown =
  <A, B, Context>(readA: Read<A, Context>, readB: Read<B, Context>, test: (a: A, b: B) => boolean) =>
  (context: Context): boolean => {
    const a = readA(context);
    const b = readB(context);
    return a !== null && b !== null && test(a, b);
  };
