/** What a report is about, instead of a stream, when a follower has handled more events than the event store has. */
export const RESTORED_STORE = 'event-store';
