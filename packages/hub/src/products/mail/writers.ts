import type { Tx } from '../../foundation/db/db.ts'
import { type MailWriter, queueWaitingNews } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { writeConfirmation, writeNotice, writeRecovery } from '../../identity/account-mail/index.ts'
import { writeNews } from './write-news.ts'

/** Who writes the mails of each kind. */
export const mailWriters: Readonly<Record<string, MailWriter>> = {
  notice: writeNotice,
  confirm: writeConfirmation,
  recovery: writeRecovery,
  news: writeNews,
}

/** What follows in the transaction that ends a mail, whatever became of it. Only for mails with a `userId`. */
export const mailFollowUps: Readonly<Record<string, (tx: Tx, hub: Hub, userId: number) => Promise<void>>> = {
  news: queueWaitingNews,
}
