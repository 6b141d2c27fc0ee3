import { fastify } from 'fastify';

/** The baseline: Fastify alone, which echoes the request. Prints its port when it listens. */
async function main(): Promise<void> {
  const app = fastify();
  app.post('/', (request, reply) => reply.code(201).send(request.body));
  await app.listen({ port: 0, host: '127.0.0.1' });
  console.log((app.server.address() as { port: number }).port);
}

void main();
