export { BackgroundWork } from './background-work.ts'
export { type Clock, systemClock } from './clock.ts'
export { type Job, type JobStatus, Scheduler, type SchedulerOptions } from './scheduler.ts'
export { Yielder } from './yielder.ts'
