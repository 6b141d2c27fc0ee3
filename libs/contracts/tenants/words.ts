export const SCOPES = ['read', 'write'] as const;
