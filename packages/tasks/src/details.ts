/** Entry `@portolan/tasks/details`: a description of every task, with its demos. */
export type { DemoEntry, DemoFile, Metric, TaskDetail } from './detail.ts'
export { taskDetails } from './details/index.ts'
export { demoFile, type MadeFile } from './made-file.ts'
