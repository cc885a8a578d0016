export {
  type AccountEmail,
  accountEmail,
  changeEmail,
  confirmationOf,
  confirmEmail,
  queueConfirmation,
  sendConfirmationAgain,
  writeConfirmation,
} from './addresses.ts'
export {
  changeNewsByMail,
  type NewsByMail,
  newsByMail,
  type Unsubscription,
  unsubscribe,
  unsubscribePath,
  unsubscriptionOf,
} from './news-preferences.ts'
export { writeNotice } from './notices.ts'
export { canRecover, requestRecovery, writeRecovery } from './recovery.ts'
