import type { Oid, SpooledPack, StoredObject } from '@portolan/git'
import type { MessagePort } from 'node:worker_threads'
import type { ListedFile } from '../commits/index.ts'
import type { DbLocation } from '../../foundation/db/db.ts'
import type { WithContent } from '../../repository/access/index.ts'
import type { PushedPointer } from './content-rules.ts'
import type { PushedPackOptions } from './pushed-pack.ts'
import type { PushedTip } from './walk-pack.ts'

/** A push that a thread examines and stores. It answers questions about it on the port, until that is closed. */
export interface PushJob {
  readonly location: DbLocation
  readonly repo: WithContent
  readonly spooled: SpooledPack
  readonly options: PushedPackOptions
  readonly port: MessagePort
}

/** What can be asked once a push has been examined, and the answers. */
export interface PushQuestions {
  /** One page, from this pointer on. */
  pointers: { ask: { readonly from: number }; answer: readonly PushedPointer[] }
  card: { ask: { readonly commit: Oid }; answer: Uint8Array | null }
  descendant: { ask: { readonly from: Oid; readonly to: Oid }; answer: boolean }
  /** One page, from this file on. */
  files: { ask: { readonly commit: Oid; readonly from: number }; answer: readonly ListedFile[] }
  body: { ask: { readonly oid: Oid }; answer: Uint8Array }
  /** Begins to hand out the objects for these tips. `outside`: their ids, one after another. */
  unstored: { ask: { readonly tips: readonly Oid[] }; answer: { readonly outside: Uint8Array; readonly loss: number | null } }
  /** Stores the next batch, in `Db.writeAside`. The answer is whether there was one. */
  store: { ask: {}; answer: boolean }
  /** Hands out the next batch instead of storing it. */
  batch: { ask: {}; answer: readonly StoredObject[] | null }
}

export type PushQuestion = {
  [Kind in keyof PushQuestions]: { readonly id: number; readonly kind: Kind } & PushQuestions[Kind]['ask']
}[keyof PushQuestions]

/** What the thread says on the port. */
export type PushMessage =
  | { readonly kind: 'resolved'; readonly done: number; readonly total: number }
  | { readonly kind: 'examined'; readonly tips: ReadonlyMap<Oid, PushedTip>; readonly bytes: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: PushQuestions[keyof PushQuestions]['answer'] }

/** How a job ends: why the push cannot land, or `null` once nobody asks any more. */
export type PushVerdict =
  /** `PackError` */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** `PushRefused` */
  | { readonly kind: 'refused'; readonly reason: string; readonly lines: readonly string[] }
  | null
