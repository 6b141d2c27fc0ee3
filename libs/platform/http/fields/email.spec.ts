import { validateSync } from 'class-validator';
import { OptionalEmail, RequiredEmail } from './email';

class Body {
  @RequiredEmail('unique')
  email: unknown;

  @OptionalEmail()
  other?: unknown;
}

const problem = (email: unknown): string | undefined => {
  const [error] = validateSync(Object.assign(new Body(), { email, other: email }));
  return error && Object.values(error.constraints!)[0];
};

describe('an e-mail address in a body', () => {
  it.each(['jane.doe@example.com', 'j\u00fcrgen@ex\u00e4mple.de', 'j\u200bane@example.com'])(
    '%j is accepted',
    (email) => {
      expect(problem(email)).toBeUndefined();
    },
  );

  it.each(['jane', '@example.com', '\u200b@x.example', '\u200b\u2060@x.example', '\u3164@x.example', 'a@b'])(
    '%j is none',
    (email) => {
      expect(problem(email)).toBe('email must be an e-mail address, such as jane@example.com');
    },
  );

  it.each([' sp@x.example ', 'sp@x.example\n', '\u00a0sp@x.example'])('%j is rejected for its spaces', (email) => {
    expect(problem(email)).toBe('email must have no spaces before or after the address');
  });
});
