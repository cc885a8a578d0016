export { checkDatabase } from './check-database.ts'
export { checkStorage } from './check-storage.ts'
export { clockFinding, type Finding, findings } from './finding.ts'
