/** Which part of a list is asked for. */
export interface Page {
  /** 1 to 100 */
  limit: number;
  offset: number;
}
