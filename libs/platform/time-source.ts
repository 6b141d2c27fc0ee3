import { Injectable } from '@nestjs/common';
import { type Clock, systemClock } from './clock';

/** The clock as something Nest can inject. */
@Injectable()
export class TimeSource {
  now: Clock = systemClock;
}
