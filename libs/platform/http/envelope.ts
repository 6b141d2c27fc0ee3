/** The body of every successful answer that the interface does not except. */
export interface Envelope<Data> {
  status: 'ok';
  data: Data;
}

export const ok = <Data>(data: Data): Envelope<Data> => ({ status: 'ok', data });
