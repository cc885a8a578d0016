export { recordEvent, type EventTopic } from './record-event.ts'
