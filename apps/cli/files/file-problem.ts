/** Of errors of the system about files, with what follows the path in a message. */
const PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'cannot be read: it is a folder; name a file',
  EACCES: 'cannot be read: you do not have the permission',
  EPERM: 'cannot be read: you do not have the permission',
};

/** Says why a file cannot be read, in words for staff. */
export function fileProblem(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${path} ${PROBLEMS[code] ?? `cannot be read: ${message}`}`;
}
