import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id, nullable } from '../fields';
import { officer } from '../staff/officer';
import { WATCHLIST_COMMANDS } from '../topics';
import { Rescreening } from './views';

const tenantCommand = commandsOf(WATCHLIST_COMMANDS, 'tenant_id');
const about = { tenant_id: Id, rescreening_id: Id, reason: Type.String(), ...officer };

export const startRescreening = tenantCommand({
  name: 'pipeline.start-rescreening',
  summary:
    'Screen all customers of a tenant again, against the present lists. The reply does not wait for the result. A ' +
    'preview only counts the alerts that would be raised.',
  request: Type.Object({ ...about, preview: Type.Boolean(), threshold: nullable(Type.Number()) }),
  reply: Rescreening,
});

export const cancelRescreening = tenantCommand({
  name: 'pipeline.cancel-rescreening',
  summary: 'End a screening of all customers. Alerts that it has raised stay.',
  request: Type.Object(about),
  reply: Rescreening,
});
