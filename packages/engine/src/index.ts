/** Runs models of a hub on its own machine, in worker processes. Needs what `npm run engine` installs; without it, it says so. */
export { type EngineOptions, openLocalEngine } from './engine.ts'
export { defaultRuntimeFolder, runtimeProblem } from './runtime-folder.ts'
