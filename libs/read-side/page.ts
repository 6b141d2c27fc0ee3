/** The requested part of a list. */
export interface Page {
  /** 1 to 100 */
  limit: number;
  offset: number;
}
