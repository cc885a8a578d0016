export { eventsKeptMs, positionOf, toCursor } from './event-cursor.ts'
export {
  currentPosition,
  type EventBatch,
  type EventPage,
  type EventPosition,
  eventsSince,
  pageOfEvents,
  type StoredEvent,
} from './event-log.ts'
export { type EventReader, startEventReader, type TakeBatch } from './event-reader.ts'
export { pruneEvents, storedPositions } from './prune-events.ts'
export { recordEvent, type EventTopic } from './record-event.ts'
