/**
 * What a mail says, without form: whoever sends it makes plain text and HTML of it. All texts are plain and may come from anybody; addresses are paths of the
 * hub, which are completed with its public URL.
 */
export interface MailContent {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
  /** The last lines, in small print: why somebody gets this mail. */
  readonly footer: string
  /** A path with which one gets no more mail of this kind: without signing in, by one click (RFC 8058). */
  readonly unsubscribe?: string
  /** Mails with the same one belong together: mail programs show them as one conversation. */
  readonly thread?: string
}

export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** What somebody wrote. */
  | { readonly kind: 'quote'; readonly text: string }
  /** The most important link of the mail. */
  | { readonly kind: 'button'; readonly label: string; readonly path: string }
  | { readonly kind: 'link'; readonly label: string; readonly path: string; readonly note?: string }
  /** Names and values. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }

export interface OutgoingMail {
  /** Stays the same when a mail is sent again. */
  readonly uid: string
  readonly to: string
  readonly content: MailContent
  readonly date: Date
}

/** Sends mail: over SMTP, by the server. */
export interface MailTransport {
  /** Opens a connection, with a limit on its time. @throws {MailServerProblem}, also once `stop` is aborted */
  connect(stop?: AbortSignal): Promise<MailConnection>
}

export interface MailConnection {
  /** Never throws, and ends within a limit. */
  send(mail: OutgoingMail): Promise<MailResult>
  /** Also ends what is under way. */
  close(): void
}

export type MailResult =
  | { readonly state: 'sent' }
  /** The server will never take it: there is no such recipient, or it does not want the mail. */
  | { readonly state: 'refused'; readonly error: string }
  /** Perhaps later. */
  | { readonly state: 'failed'; readonly error: string; readonly isConnected: boolean }

/** The mail server cannot be used at all, for a reason that is no mail's. */
export class MailServerProblem extends Error {
  override readonly name = 'MailServerProblem'
}
