import { hash, randomBytes } from 'node:crypto';

export interface NewInvitation {
  /** available only here; it is not stored */
  invitation: string;
  invitation_hash: string;
}

/** The hash of an invitation, as it is stored: lower-case hex. */
export const invitationHash = (invitation: string): string => hash('sha256', invitation, 'hex');

/** A new invitation: 256 random bits. */
export function newInvitation(): NewInvitation {
  const invitation = `probity_invitation_${randomBytes(32).toString('base64url')}`;
  return { invitation, invitation_hash: invitationHash(invitation) };
}
