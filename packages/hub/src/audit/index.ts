export { type AuditEntry, type AuditQuery, listAudit, pruneAudit } from './list-audit.ts'
