import {
  type EventServiceConfiguration,
  eventServiceVariables,
  readEventServiceConfiguration,
} from '@probity/messaging/kafka/event-service-configuration';

export const VARIABLES = eventServiceVariables(3006);

export type Configuration = EventServiceConfiguration;

/** @throws BadConfiguration that names every variable that is missing or malformed */
export const readConfiguration = (environment: NodeJS.ProcessEnv): Configuration =>
  readEventServiceConfiguration(environment, VARIABLES);
