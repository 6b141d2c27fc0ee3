import Type from 'typebox';
import { CUSTOMER_ID, RAISED_AT } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { exampleOf } from './example';
import { view } from './view';

describe('an example of a schema', () => {
  it('has the values that fields of these names hold in all examples', () => {
    const schema = Type.Object({ customer_id: Id, raised_at: Timestamp });
    expect(exampleOf(schema)).toEqual({ customer_id: CUSTOMER_ID, raised_at: RAISED_AT });
  });

  it('prefers the values of its declaration', () => {
    const Closed = view('Closed', Type.Object({ customer_id: Id, done: Type.Boolean() }), { example: { done: false } });
    expect(exampleOf(Closed, { customer_id: 'x' })).toEqual({ customer_id: 'x', done: false });
    expect(exampleOf(Type.Object({ all: Type.Array(Closed) }))).toEqual({
      all: [{ customer_id: CUSTOMER_ID, done: false }],
    });
  });

  it('replaces a value that the type does not allow by the first or simplest one', () => {
    const schema = Type.Object({
      severity: Type.Enum(['minor', 'major']),
      customer_id: Type.Integer({ minimum: 3 }),
      broken: nullable(Type.String()),
      swift_code: Type.String(),
      swift_name: Type.Optional(Type.String()),
    });
    expect(exampleOf(schema)).toEqual({ severity: 'minor', customer_id: 3, broken: null, swift_code: 'swift code' });
  });
});
