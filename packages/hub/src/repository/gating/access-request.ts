import type { Selectable } from 'kysely'
import { type Account, toAccount } from '../../identity/accounts/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import type { AccessRequestTable, AccountTable } from '../../foundation/db/schema.ts'
import type { GateAnswers } from './check-answers.ts'

export const accessStatuses = ['pending', 'accepted', 'rejected'] as const
export type AccessStatus = (typeof accessStatuses)[number]

/** Someone's request for access to a gated repo, or the access they were granted. */
export interface AccessRequest {
  readonly uid: string
  readonly user: Account
  readonly status: AccessStatus
  readonly answers: GateAnswers
  /** Why it was rejected. */
  readonly reason: string | null
  /** Who granted access without a request. */
  readonly grantedBy: string | null
  readonly askedAt: Date
}

type Row = Selectable<AccountTable> & {
  request_uid: string
  status: Selectable<AccessRequestTable>['status']
  fields: string
  reason: string | null
  giver: string | null
  asked: number
}

/** A query for the requests for one repo with their users, to be narrowed down. */
export function selectRequests(db: Reader, repoId: number) {
  return db
    .selectFrom('access_request as request')
    .innerJoin('account', 'account.id', 'request.user_id')
    .leftJoin('account as granter', 'granter.id', 'request.granted_by')
    .selectAll('account')
    .select([
      'request.id as request_id',
      'request.uid as request_uid',
      'request.status',
      'request.fields',
      'request.reason',
      'granter.name as giver',
      'request.created as asked',
    ])
    .where('request.repo_id', '=', repoId)
}

export function toAccessRequest(row: Row): AccessRequest {
  return {
    uid: row.request_uid,
    user: toAccount(row),
    status: row.status,
    answers: JSON.parse(row.fields) as GateAnswers,
    reason: row.reason,
    grantedBy: row.giver,
    askedAt: new Date(row.asked),
  }
}
