/** Runs models of a hub on its own machine, in worker processes. Needs what `npm run engine` installs, and reports when it is missing. */
export { type EngineOptions, openLocalEngine } from './engine.ts'
export { defaultRuntimeFolder, runtimeProblem } from './runtime-folder.ts'
