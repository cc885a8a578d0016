import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail that the server took. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it was sent. */
  readonly raw: string
  /** Names in lower case, unfolded; the last one of several. */
  readonly headers: Readonly<Record<string, string>>
  /** The plain text form, decoded. */
  readonly text: string
  readonly html: string
}

/** What the server does with the next mails; the last entry is for good. */
type Answer = 'take' | 'refuse recipient' | 'busy' | 'end in the middle' | 'refuse sign-in'

export interface TestSmtpServer extends AsyncDisposable {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** Settings of a hub that sends through this server. */
  readonly settings: Readonly<Record<`PORTOLAN_${string}`, string>>
  answers(...answers: Answer[]): void
  /** Attempts that got as far as the recipient. */
  readonly attempts: number
  /** User names and passwords that clients signed in with. */
  readonly signIns: string[]
  /** Resolves once this many mails were taken. */
  received(count: number): Promise<void>
  to(address: string): ReceivedMail[]
}

/** A mail server on this machine. @param tls a certificate, for encryption */
export async function openSmtpServer(tls?: {
  readonly mode: 'tls' | 'starttls'
  readonly key: string
  readonly cert: string
}): Promise<TestSmtpServer> {
  let answers: Answer[] = ['take']
  let attempts = 0
  const mails: ReceivedMail[] = []
  const signIns: string[] = []
  const waiting = new Set<{ count: number; resolve: () => void }>()
  const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...(tls === undefined ? { disabledCommands: ['STARTTLS'] } : { key: tls.key, cert: tls.cert, secure: tls.mode === 'tls' }),
    onAuth(auth, _session, done) {
      signIns.push(`${auth.username}:${auth.password}`)
      if (answers[0] === 'refuse sign-in') done(refusal(`Invalid login of ${auth.password}`, 535))
      else done(null, { user: auth.username ?? '' })
    },
    onRcptTo(_address, _session, done) {
      attempts++
      const answer = answers[0]
      if (answer === 'refuse recipient') done(refusal('No such user here', 550))
      else if (answer === 'busy') done(refusal('Try again later', 451))
      else return done()
      if (answers.length > 1) answers.shift()
    },
    onData(stream, session, answer) {
      if (answers[0] === 'end in the middle') {
        if (answers.length > 1) answers.shift()
        for (const connection of server.connections) (connection as unknown as { _socket: Socket })._socket.destroy()
        return
      }
      const taken = async () => {
        const raw = await text(stream)
        const { mailFrom, rcptTo } = session.envelope
        mails.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), raw, ...parse(raw) })
        if (answers.length > 1) answers.shift()
        for (const each of waiting) if (mails.length >= each.count) each.resolve()
      }
      taken().then(() => answer(), answer)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    signIns,
    settings: smtpSettings(port),
    answers: (...next) => (answers = next),
    get attempts() {
      return attempts
    },
    received: (count) =>
      new Promise((resolve) => {
        if (mails.length >= count) resolve()
        else waiting.add({ count, resolve })
      }),
    to: (address) => mails.filter((mail) => mail.to.includes(address)),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const connection of server.connections) (connection as unknown as { _socket: Socket })._socket.destroy()
        server.close(() => resolve())
      }),
  }
}

export function smtpSettings(port: number): Readonly<Record<`PORTOLAN_${string}`, string>> {
  return {
    PORTOLAN_SMTP_HOST: '127.0.0.1',
    PORTOLAN_SMTP_PORT: String(port),
    PORTOLAN_SMTP_TLS: 'off',
    PORTOLAN_MAIL_FROM: 'The Härbor <hub@hub.example.org>',
    PORTOLAN_PUBLIC_URL: 'https://hub.example.org',
  }
}

/** A port whose server does this with every connection: nothing at all, for instance. */
export async function openRawServer(
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; connections: number } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const state = { connections: 0 }
  const server: Server = createServer((socket) => {
    state.connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return state.connections
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''))
  const of = (type: string) => {
    const part = parts.map(split).find((each) => each.headers['content-type']?.startsWith(type) === true)
    return part === undefined ? '' : decode(part.body, part.headers['content-transfer-encoding'] ?? '')
  }
  return { headers, text: of('text/plain'), html: of('text/html') }
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const at = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, at)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: raw.slice(at + 4) }
}

function decode(body: string, encoding: string): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding.toLowerCase() !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}
