import type { Tx } from '../db/db.ts'
import type { Hub } from '../../hub.ts'
import type { MailContent } from './mail.ts'

/** A row of the queue, for the function that writes the mail. */
export interface WaitingMail {
  readonly uid: string
  readonly userId: number | null
  /** What `queueMail` was given; checked by nobody since. */
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

export interface WrittenMail {
  /** An address that {@link isMailAddress} accepts. */
  readonly to: string
  readonly content: MailContent
  /** Called in the transaction that records that the mail was sent. */
  readonly onSent?: (tx: Tx) => Promise<void>
}

/** Writes mails of one kind as they are sent, so that rights and addresses are those of that moment. `null` when there is nothing to send any more. */
export type MailWriter = (hub: Hub, mail: WaitingMail) => Promise<WrittenMail | null>
