/** What the document of a template can be. HTML is no choice: a browser would run what is in it. */
export const TEMPLATE_MEDIA_TYPES = ['text/plain', 'text/csv', 'application/xml', 'application/json'] as const;
export type TemplateMediaType = (typeof TEMPLATE_MEDIA_TYPES)[number];

export const MAX_TEMPLATE_NAME = 80;
/** Bytes in UTF-8, so that a template is one event of bounded size. */
export const MAX_TEMPLATE = 65_536;
export const MAX_TEMPLATES = 50;
/** Lower-case letters and digits: part of a file name. Not one that a computer runs or a browser shows as a page. */
export const FILE_EXTENSION =
  /^(?!(?:html?|xhtml|xht|svg|exe|bat|cmd|com|js|mjs|vbs|ps1|sh|scr|msi|hta|lnk)$)[a-z0-9]{1,10}$/;
