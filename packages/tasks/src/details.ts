/** Entry `@portolan/tasks/details`: what every task is, in words, with its demonstrations. */
export type { DemoEntry, DemoFile, Metric, TaskDetail } from './detail.ts'
export { taskDetails } from './details/index.ts'
export { demoFile, type MadeFile } from './made-file.ts'
