/** Processes that may read what they are shown and nothing else, within limits of memory. */
export { type Confinement, confinedCommand } from './confined-command.ts'
export { ConfinedProcess, type ProcessEnd } from './confined-process.ts'
