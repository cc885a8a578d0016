export { asCaller, type AuditCaller, currentCaller } from './caller.ts'
export { recordAudit } from './record-audit.ts'
export { type AuditEntry, type AuditQuery, listAudit, pruneAudit } from './list-audit.ts'
