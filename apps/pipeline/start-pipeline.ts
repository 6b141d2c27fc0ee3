import type { CustomTransportStrategy } from '@nestjs/microservices';
import { createMicroservice } from '@probity/messaging/create-microservice';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { adoptOlderEntries } from '@probity/read-side/audit/adopt-entries';
import { ApiClients } from '@probity/providers/api-client';
import { BacktestThreads } from './backtests/backtest-threads';
import { BacktestWorker } from './backtests/backtest-worker';
import { EvaluationThreads } from './evaluation/evaluation-threads';
import { EventIntake } from './ingestion/event-intake';
import { OlderEvents } from './ingestion/older-events';
import { watchPipeline } from './ingestion/watch-pipeline';
import { ListFetcher } from './list-sources/list-fetcher';
import { type PipelineDependencies, PipelineModule } from './pipeline.module';
import { Repeatedly } from '@probity/platform/repeatedly';
import { TimeSource } from '@probity/platform/time-source';
import { Worker } from '@probity/platform/worker';
import { ProviderLanes } from './processing/provider-lanes';
import { SignalWorker } from './providers/signal-worker';
import { ThreadedScreening } from './screening/threaded-screening';
import { RescreenTenants } from './rescreenings/rescreen-tenants';
import { RescreenCustomers } from './screening/rescreen-customers';
import { ListStreams } from './watchlists/list-streams';
import { recordOlderLists } from './watchlists/record-older-lists';

/** An older instance may still import lists and accept events. */
const RECORD_EVERY_MS = 10_000;

/** The entries that earlier versions wrote without an event. */
const ROWS_ONLY = `
  action IN ('provider_signal.retried', 'event.rerun', 'watchlist.fetch_requested') OR (action LIKE 'rescreening.%'
    AND EXISTS (SELECT FROM pipeline.rescreenings r WHERE r.id::text = a.subject_id))`;

/** Starts the pipeline on a transport; returns how to stop it. */
export async function startPipeline(
  dependencies: PipelineDependencies,
  transport: CustomTransportStrategy,
): Promise<() => Promise<void>> {
  const { maintenance, metrics, logger } = dependencies;
  const screening = new ThreadedScreening(maintenance.access, metrics, logger);
  const [, app] = await Promise.all([
    screening.refresh(), // a ready pipeline can screen immediately
    createMicroservice(PipelineModule.with(dependencies, screening), transport, logger),
  ]);
  await adoptOlderEntries(app.get(AggregateStore), dependencies.database, logger, 'pipeline', ROWS_ONLY);
  await app.listen();
  const worker = app.get(Worker);
  const rescreening = app.get(RescreenCustomers);
  const rescreeningTenants = app.get(RescreenTenants);
  const signals = app.get(SignalWorker);
  const backtests = app.get(BacktestWorker);
  const lists = app.get(ListFetcher);
  const olderLists = { database: maintenance, streams: app.get(ListStreams), logger, now: app.get(TimeSource).now };
  const recordingLists = new Repeatedly(
    RECORD_EVERY_MS,
    (signal) => recordOlderLists(olderLists, signal),
    (err) => logger.warn({ err }, 'lists of an earlier version cannot be put into events now; retrying'),
  );
  const { now } = app.get(TimeSource);
  const olderEvents = new OlderEvents({ database: maintenance, events: dependencies.events, logger, now });
  const recordingEvents = new Repeatedly(
    RECORD_EVERY_MS,
    (signal) => olderEvents.record(signal),
    (err) => logger.warn({ err }, 'accepted events of an earlier version cannot be put into events now; retrying'),
  );
  watchPipeline(metrics, dependencies.database, logger);
  app.get(EvaluationThreads).start();
  worker.start();
  rescreening.start();
  rescreeningTenants.start();
  signals.start();
  backtests.start();
  lists.start();
  recordingLists.start();
  recordingEvents.start();
  return async () => {
    await app.close(); // the transport takes no more messages and waits for those in progress
    await app.get(EventIntake).close();
    const workers = [
      worker,
      rescreening,
      rescreeningTenants,
      signals,
      backtests,
      lists,
      recordingLists,
      recordingEvents,
    ];
    await Promise.all(workers.map((one) => one.stop()));
    await app.get(BacktestThreads).stop();
    await app.get(ProviderLanes).stop();
    await app.get(EvaluationThreads).stop();
    await screening.stop();
    await app.get(ApiClients).closeAll();
  };
}
