/** The apps that are deployed on their own, each from `apps/<name>/main.ts`. */
export const APPS = [
  'gateway',
  'ledger',
  'back-office',
  'relay',
  'customer-risk',
  'pipeline',
  'webhook-dispatcher',
] as const;

export type App = (typeof APPS)[number];

/** What an image is told to run. */
export const entryOf = (app: string): string => `dist/apps/${app}/main.js`;

/** How long an app may take to stop, in seconds; the dispatcher waits for attempts and stores their outcomes. */
export const stopTimeOf = (app: App): number => (app === 'webhook-dispatcher' ? 45 : 30);
