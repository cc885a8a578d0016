import { hostname } from 'node:os'
import { type MailConnection, type MailResult, MailServerProblem, type MailTransport, type OutgoingMail } from '@portolan/hub'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { renderMail } from './render-mail.ts'

/** How to reach the mail server, and what mails say about the sender. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** `tls`: encrypted from the start; `starttls`: encrypted before anything is sent, or not used; `off`: plain text. */
  readonly tls: 'tls' | 'starttls' | 'off'
  readonly user: string | null
  readonly password: string | null
  readonly from: { readonly name: string; readonly address: string }
  /** The hub's public URL, for links. */
  readonly base: string
}

/** Milliseconds. */
export interface SmtpLimits {
  /** For the connection, encryption, and signing in together. */
  readonly connectMs: number
  /** For one mail. */
  readonly mailMs: number
}

const defaultLimits: SmtpLimits = { connectMs: 15_000, mailMs: 60_000 }
/** How long a mail server may take to say goodbye. */
const quitMs = 1_000

/** Sends mail over SMTP. Connections are opened by whoever has something to send. */
export function smtpTransport(config: SmtpConfig, limits: SmtpLimits = defaultLimits): MailTransport {
  return { connect: (stop) => connect(config, limits, stop) }
}

async function connect(config: SmtpConfig, limits: SmtpLimits, stop: AbortSignal | undefined): Promise<MailConnection> {
  const { host, port, tls, user, password } = config
  const smtp = new SMTPConnection({
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    // What the server is told about this machine: a name without dots is refused by some.
    name: hostname().includes('.') ? hostname() : new URL(config.base).hostname,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    socketTimeout: limits.mailMs,
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1024,
  })
  const state: { lost: Error | null } = { lost: null }
  const lost = Promise.withResolvers<never>()
  // Whoever waits hears of it; without anybody waiting it is not an unhandled rejection.
  lost.promise.catch(() => {})
  const lose = (error: Error): void => {
    state.lost ??= error
    lost.reject(error)
    smtp.close()
  }
  smtp.on('error', lose)
  smtp.on('end', () => lose(new Error('The mail server closed the connection')))
  const timer = setTimeout(() => lose(new Error(`The mail server did not respond in ${limits.connectMs / 1_000} s`)), limits.connectMs)
  const onStop = (): void => lose(new Error('The server is stopping'))
  stop?.addEventListener('abort', onStop, { once: true })
  try {
    if (stop?.aborted === true) onStop()
    await Promise.race([opened(smtp), lost.promise])
    if (user !== null) await Promise.race([signedIn(smtp, user, password ?? ''), lost.promise])
  } catch (error) {
    lose(error as Error)
    throw new MailServerProblem(say(error, config))
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', onStop)
  }
  let sending = false
  return {
    send: async (mail) => {
      if (state.lost !== null) return { state: 'failed', error: say(state.lost, config), isConnected: false }
      const limit = setTimeout(() => lose(new Error(`The mail server did not take a mail in ${limits.mailMs / 1_000} s`)), limits.mailMs)
      sending = true
      try {
        return await Promise.race([deliver(smtp, config, mail), lost.promise])
      } catch (error) {
        // The next mail needs a connection that has forgotten this one.
        if (state.lost === null) await Promise.race([forgotten(smtp), lost.promise]).catch(lose)
        return resultOf(error, config, state.lost === null)
      } finally {
        sending = false
        clearTimeout(limit)
      }
    },
    close: () => {
      const isBusy = state.lost === null && sending
      if (state.lost === null && !isBusy) smtp.quit()
      if (isBusy) lose(new Error('The connection was closed'))
      else setTimeout(() => lose(new Error('The connection was closed')), quitMs).unref()
    },
  }
}

function opened(smtp: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.connect((error) => (error ? reject(error) : resolve()))
  })
}

function signedIn(smtp: SMTPConnection, user: string, pass: string): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.login({ user, pass }, (error) => (error ? reject(error) : resolve()))
  })
}

function forgotten(smtp: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.reset((error) => (error ? reject(error) : resolve()))
  })
}

async function deliver(smtp: SMTPConnection, { from, base }: SmtpConfig, mail: OutgoingMail): Promise<MailResult> {
  const { subject, text, html, headers } = renderMail(mail.content, base)
  const message = await new MailComposer({
    from,
    to: { name: '', address: mail.to },
    subject,
    text,
    html,
    headers,
    date: mail.date,
    messageId: `<${mail.uid}@${from.address.slice(from.address.indexOf('@') + 1)}>`,
    textEncoding: 'quoted-printable',
    // Nothing in a mail refers to files or addresses that this library would read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  await new Promise<void>((resolve, reject) => {
    smtp.send({ from: from.address, to: [mail.to], size: message.length }, message, (error) => (error ? reject(error) : resolve()))
  })
  return { state: 'sent' }
}

/** Only a refusal of this recipient or this mail is final. A refused sender or a demand to sign in is a matter of the settings. */
function resultOf(error: unknown, config: SmtpConfig, isConnected: boolean): MailResult {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  const isFinal = responseCode >= 500 && responseCode !== 530 && (command === 'RCPT TO' || command === 'DATA')
  return isFinal ? { state: 'refused', error: say(error, config) } : { state: 'failed', error: say(error, config), isConnected }
}

/** One line without secrets. */
function say(error: unknown, { host, port, password }: SmtpConfig): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = message.replaceAll(/\s+/g, ' ').slice(0, 300)
  return `${host}:${port}: ${password === null || password === '' ? line : line.replaceAll(password, '•••')}`
}
