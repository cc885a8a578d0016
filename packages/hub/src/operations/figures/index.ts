/* Figures of the whole hub, for monitoring. */
export { type HubFigures, readHubFigures } from './hub-figures.ts'
