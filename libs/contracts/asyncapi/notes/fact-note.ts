/** What is said of a fact beside its schema. */
export interface FactNote<Data = unknown> {
  summary: string;
  /** in the example: what follows the prefix in the name of the stream */
  aggregateId: string;
  /** regular expression of such ids; a UUID without one */
  idPattern?: string;
  example: Data;
}

/** A note on a fact of an aggregate whose ids are UUIDs. */
export const note = <Data>(summary: string, aggregateId: string, example: Data): FactNote<Data> => ({
  summary,
  aggregateId,
  example,
});
