import { type Finding, findings, MailServerProblem } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import { smtpConfig } from '../mail/open-transport.ts'
import { smtpTransport } from '../mail/smtp-transport.ts'

/** How long the mail server may take. Milliseconds. */
const timeoutMs = 5_000

/** Whether the mail server answers, encrypts, and lets the hub sign in. Sends nothing. */
export async function checkMail(config: ServerConfig): Promise<Finding[]> {
  const { ok, problem } = findings('mail')
  const smtp = smtpConfig(config)
  if (smtp === null) return []
  try {
    const connection = await smtpTransport(smtp, { connectMs: timeoutMs, mailMs: timeoutMs }).connect()
    connection.close()
    return [
      ok(
        `The mail server ${smtp.host}:${smtp.port} answers${smtp.user === null ? '' : ', and the hub can sign in'}. To send a mail: portolan mail test ADDRESS.`,
      ),
    ]
  } catch (error) {
    if (!(error instanceof MailServerProblem)) throw error
    return [problem(`The mail server cannot be used (${error.message}): correct PORTOLAN_SMTP_*, or check the network.`)]
  }
}
