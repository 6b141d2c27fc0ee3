/**
 * Stand around each value while a document is checked: so that the checks know what the template says and what the report
 * says. Neither a template nor a value can hold them.
 */
export const BEGIN = '\u0001';
export const END = '\u0002';

// eslint-disable-next-line no-control-regex
export const withoutMarks = (text: string): string => text.replace(/[\u0001\u0002]/g, '');
