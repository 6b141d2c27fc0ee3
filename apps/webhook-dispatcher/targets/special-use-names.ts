/**
 * Top-level names that mean something only locally, or nothing at all, so that no public receiver is under
 * them: RFC 6761 (example, invalid, localhost, test), RFC 6762 with its appendix G (local; corp, home,
 * intranet, internal, lan, private), RFC 7686 (onion), RFC 9476 (alt), RFC 8375 and the rest of arpa, ICANN's
 * reservation of internal and refusal of corp, home and mail, and localdomain, which many systems ship with.
 */
const SPECIAL_USE = new Set([
  'alt',
  'arpa',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
  'private',
  'test',
]);

export const isSpecialUse = (topLevelName: string): boolean => SPECIAL_USE.has(topLevelName);
