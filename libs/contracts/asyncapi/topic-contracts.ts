import { TOPICS } from '../every-topic';
import type { Topic } from '../topics';
import { cancellation, commandsOn } from './command-contracts';
import { deadLetter } from './dead-letter-contract';
import { factsOn } from './fact-contracts';
import type { MessageContract } from './message-contract';
import { replies } from './reply-contracts';

/** Seen from Probity: integrators receive what it sends and send what it receives. */
export type Direction = 'sent' | 'received';

export interface TopicContract {
  topic: Topic;
  direction: Direction;
  messages: MessageContract[];
}

/** The messages of every topic. */
export function topicContracts(): TopicContract[] {
  return TOPICS.map((topic): TopicContract => {
    switch (topic.kind) {
      case 'event':
        return { topic, direction: 'sent', messages: factsOn(topic) };
      case 'command':
        return { topic, direction: 'received', messages: [...commandsOn(topic), cancellation(topic)] };
      case 'reply':
        return { topic, direction: 'sent', messages: replies() };
      case 'dead-letter':
        return { topic, direction: 'sent', messages: [deadLetter(topic)] };
    }
  });
}
