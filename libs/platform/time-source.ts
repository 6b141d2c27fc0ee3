import { Injectable } from '@nestjs/common';
import { type Clock, systemClock } from './clock';

/** The clock in a class, because Nest injects classes. */
@Injectable()
export class TimeSource {
  now: Clock = systemClock;
}
