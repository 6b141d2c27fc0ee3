import { SEVERITIES } from '@probity/contracts/alerts/words';
import type { ProviderAlert, ProviderKyc, ReportedMatch } from '../stage-call';
import type { Damage } from './damaged-json';

interface Found {
  kyc?: ProviderKyc;
  alert?: ProviderAlert<ReportedMatch>;
}

/** What is lost because a document is damaged; undefined when nothing is. */
export function lossOf(whole: readonly Found[], damaged: readonly Found[]): string | undefined {
  if (damaged.length < whole.length) return `gives ${damaged.length} instead of ${whole.length}`;
  const [before, after] = [whole, damaged].map(severitiesOf) as [number[], number[]];
  if (after.length < before.length) return 'gives fewer alerts';
  return before.some((severity, place) => after[place]! < severity) ? 'gives a less severe alert' : undefined;
}

/** The most severe first. A rejection without an alert of its own raises one, too. */
const severitiesOf = (found: readonly Found[]): number[] =>
  found
    .flatMap(({ alert, kyc }) => alert?.severity ?? (kyc?.status === 'rejected' ? 'high' : []))
    .map((severity) => SEVERITIES.indexOf(severity))
    .sort((a, b) => b - a);

export const alertsOf = (found: readonly Found[]): ProviderAlert<ReportedMatch>[] =>
  found.flatMap(({ alert }) => alert ?? []);

/** Whether the provider may leave the field out, or send it as null. */
export const isLeftOut = ({ kind, field }: Damage, optional: readonly string[]): boolean =>
  (kind === 'missing' || kind === 'null') && optional.some((one) => field === one || field.endsWith(`.${one}`));

/** The keys that stay whatever text or number of the document changes: constants, which hide the next finding. */
export function constantKeys(whole: readonly Found[], changed: readonly (readonly Found[])[]): string[] {
  const keysOf = (found: readonly Found[]): string[] => alertsOf(found).map(({ key }) => key);
  const variants = changed.map(keysOf).filter(({ length }) => length >= alertsOf(whole).length);
  return keysOf(whole).filter((key) => variants.every((keys) => keys.includes(key)));
}
