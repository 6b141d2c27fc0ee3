import { fastify } from 'fastify';
import type { Metrics } from '../metrics';
import { type DependencyCheck, registerOperationRoutes } from './operation-routes';

/** Serves the health and metrics of a service that has no API. Returns the function that closes the server. */
export async function startOperationsServer(
  address: { host: string; port: number },
  dependencies: DependencyCheck[],
  metrics: Metrics,
): Promise<() => Promise<void>> {
  const server = fastify({ logger: false, forceCloseConnections: true });
  registerOperationRoutes(server, dependencies, metrics);
  await listenOn(server, address);
  return () => server.close();
}

/**
 * Starts to listen. If that fails, the error names the variable to change.
 *
 * @param variable the environment variable that set the port
 */
export async function listenOn(
  server: { listen(options: { host: string; port: number }): Promise<unknown> },
  { host, port }: { host: string; port: number },
  variable = 'PORT',
): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new Error(`cannot listen on HOST ${host}: ${message}`, { cause: error });
    throw new Error(`port ${port} on ${host} is in use by another program; set ${variable} to a free one`, {
      cause: error,
    });
  }
}
