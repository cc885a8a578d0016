export { isMailAddress, oneLine } from './address.ts'
export {
  type MailBlock,
  type MailConnection,
  type MailContent,
  type MailResult,
  MailServerProblem,
  type MailTransport,
  type OutgoingMail,
} from './mail.ts'
export { dropNews, queueWaitingNews, tellNews, waitingNews } from './news.ts'
export { loadPreference, mailKindNames, type MailPaces, savePreference, toPaces } from './preferences.ts'
export { countWaiting, type QueuedMail, queueMail } from './queue-mail.ts'
export { type AccountNotice, tellAccount } from './tell-account.ts'
export type { MailWriter, WaitingMail, WrittenMail } from './written-mail.ts'
