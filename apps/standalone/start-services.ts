import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import { Undo } from '@probity/platform/undo';
import { instanceId } from '@probity/service/environment';
import type { ServiceOf } from '@probity/service/service';
import { startService, type Surroundings } from '@probity/service/start-service';

/** An API of a service, ready to listen. */
export interface Api {
  service: string;
  http: NestFastifyApplication;
}

/**
 * Starts one group of services after the other, and the services of a group at the same time. They stop one after the
 * other, in reverse order. When one of them does not start, waits until the others of its group have started or failed,
 * so that `undo` stops them completely.
 *
 * @returns the APIs, in the order of their services
 */
export async function startServices<Settings>(
  groups: ServiceOf<Settings>[][],
  settings: Settings,
  around: Omit<Surroundings, 'dependencies'>,
): Promise<Api[]> {
  const checks = new Map<string, DependencyCheck[]>();
  // An API is ready only when the services that it calls are ready.
  const asked = groups.flat().filter(({ topics, needs }) => topics && !needs.includes('dependencies'));
  const dependencies = asked.map(({ name }) => ({ name, check: () => all(checks.get(name)) }));
  if (around.eventStore) dependencies.push({ name: EVENT_STORE, check: () => all(eventStoreChecks(checks)) });
  const apis: Api[] = [];
  const startOne = async (service: ServiceOf<Settings>, onOpened: () => void): Promise<Api[]> => {
    const undo = new Undo();
    around.undo.later(() => undo.all());
    const started = await startService(service, settings, instanceId(''), { ...around, undo, dependencies, onOpened });
    await started.http?.init(); // registers the routes, which listening would wait for
    checks.set(service.name, started.dependencies);
    return started.http ? [{ service: service.name, http: started.http }] : [];
  };

  for (const group of groups) {
    const starts: Promise<Api[]>[] = [];
    for (const service of group) {
      // The next service must not keep this thread busy before the thread of the pipeline has been created.
      await new Promise<void>((onOpened) => {
        const start = startOne(service, onOpened);
        start.catch(() => onOpened());
        starts.push(start);
      });
    }
    for (const start of await Promise.allSettled(starts)) {
      if (start.status === 'rejected') throw start.reason;
      apis.push(...start.value);
    }
  }
  return apis;
}

const EVENT_STORE = 'event_store';

/** All services use the same event store. */
function eventStoreChecks(checks: Map<string, DependencyCheck[]>): DependencyCheck[] | undefined {
  for (const ofService of checks.values()) {
    const found = ofService.filter(({ name }) => name === EVENT_STORE);
    if (found.length > 0) return found;
  }
  return undefined;
}

async function all(checks: DependencyCheck[] | undefined): Promise<void> {
  if (!checks) throw new Error('it is starting');
  await Promise.all(checks.map(({ check }) => check()));
}
