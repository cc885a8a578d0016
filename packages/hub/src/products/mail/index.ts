export { mailFigures, pruneMail, sendWaitingMail } from './send-waiting-mail.ts'
