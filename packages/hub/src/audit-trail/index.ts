export { asCaller, type AuditCaller } from './caller.ts'
export { recordAudit } from './record-audit.ts'
