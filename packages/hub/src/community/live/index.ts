export { LiveChannel, type LiveCaller, type LiveRequest, type LiveSink, type LiveSubscription } from './live-channel.ts'
export type { LiveMessage } from './live-message.ts'
export { parseTopics, type Topic } from './topics.ts'
