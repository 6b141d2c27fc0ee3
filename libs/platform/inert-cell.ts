/** Spreadsheets run a cell that begins with one of these as a formula. */
const RUN = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text of a cell in a file for spreadsheets: nothing in it is a formula. */
export const inertCell = (text: string): string => (RUN.test(text) ? `'${text}` : text);
