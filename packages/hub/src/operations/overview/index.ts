export { readOverview, readWork } from './overview.ts'
