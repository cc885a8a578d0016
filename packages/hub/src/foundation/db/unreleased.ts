/**
 * Migrations of the versions before 0.1.0, the first release; they came after `0001-initial`. Since then, numbers only grow, and a landed migration
 * never changes (`scripts/check/migrations.ts`).
 */
export const unreleased: ReadonlySet<string> = new Set([
  '0002-event-log',
  '0003-inference-usage',
  '0004-card-embedding',
  '0005-discussions',
  '0006-people',
  '0007-xet',
  '0008-collector',
  '0009-git',
  '0010-spaces',
  '0011-access',
  '0012-repo-rules',
  '0013-sign-in',
  '0014-token-rights',
  '0015-blob-upload-each',
  '0016-quotas',
  '0017-robots',
])
