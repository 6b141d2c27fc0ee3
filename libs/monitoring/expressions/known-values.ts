/** Reads a value; null when it is not known. */
type Read<Value, Context> = (context: Context) => Value | null;

/** What follows from a value; not known when the value is not. */
export const fromKnown =
  <Value, Result, Context>(read: Read<Value, Context>, apply: (value: Value) => Result): Read<Result, Context> =>
  (context) => {
    const value = read(context);
    return value === null ? null : apply(value);
  };

/** Whether a value passes; false when it is not known. */
export const ifKnown =
  <Value, Context>(read: Read<Value, Context>, test: (value: Value) => boolean) =>
  (context: Context): boolean => {
    const value = read(context);
    return value !== null && test(value);
  };

/** Whether two values pass; false when one of them is not known. */
export const ifBothKnown =
  <A, B, Context>(readA: Read<A, Context>, readB: Read<B, Context>, test: (a: A, b: B) => boolean) =>
  (context: Context): boolean => {
    const a = readA(context);
    const b = readB(context);
    return a !== null && b !== null && test(a, b);
  };
