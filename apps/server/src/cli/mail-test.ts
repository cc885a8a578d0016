import { isMailAddress, MailServerProblem } from '@portolan/hub'
import { smtpConfig } from '../mail/open-transport.ts'
import { smtpTransport } from '../mail/smtp-transport.ts'
import type { Command } from './main.ts'
import { UsageError } from './usage-error.ts'

export const mailTest: Command = {
  usage: 'mail test ADDRESS',
  about: 'send a mail to this address at once, with the mail settings of the hub; exit code 1 when the mail server does not take it',
  async run(hub, words, { config }) {
    const [to] = words
    if (to === undefined || !isMailAddress(to)) throw new UsageError('Missing or invalid mail address')
    const smtp = smtpConfig(config)
    if (smtp === null) throw new UsageError('The hub sends no mail: set PORTOLAN_SMTP_HOST')
    try {
      const connection = await smtpTransport(smtp).connect()
      const content = {
        subject: 'Mail from your hub',
        blocks: [
          { kind: 'text', text: 'This mail was sent with `portolan mail test`. If you can read it, the hub can send mail.' } as const,
        ],
        footer: 'Sent on the command line of the hub.',
      }
      const result = await connection.send({ uid: hub.newId(), to, content, date: hub.now() })
      connection.close()
      if (result.state !== 'sent') throw new MailServerProblem(result.error)
      console.log(`${smtp.host}:${smtp.port} took a mail to ${to}. Look for it there, also among the spam.`)
    } catch (error) {
      if (!(error instanceof MailServerProblem)) throw error
      console.error(`The mail was not sent. ${error.message}`)
      process.exitCode = 1
    }
  },
}
