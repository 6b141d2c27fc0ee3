/** The apps that are deployed separately, each from `apps/<name>/main.ts`. */
export const APPS = [
  'gateway',
  'ledger',
  'back-office',
  'relay',
  'customer-risk',
  'pipeline',
  'webhook-dispatcher',
  'notary',
] as const;

export type App = (typeof APPS)[number];

/** Returns the argument with which the image runs the app. */
export const entryOf = (app: string): string => `dist/apps/${app}/main.js`;

/** Returns the time that an app may take to stop, in seconds. The dispatcher waits for attempts in progress. */
export const stopTimeOf = (app: App): number => (app === 'webhook-dispatcher' ? 45 : 30);
