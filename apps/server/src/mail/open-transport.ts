import type { MailTransport } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import { type SmtpConfig, smtpTransport } from './smtp-transport.ts'

const ports = { starttls: 587, tls: 465, off: 25 } as const

/** How the settings say that mail is sent; `null` when it is not. */
export function smtpConfig(config: ServerConfig): SmtpConfig | null {
  const { smtpHost: host, smtpPort, smtpTls: tls, smtpUser: user, smtpPassword: password, mailFrom: from, publicUrl: base } = config
  // The settings were refused unless a host comes with both others.
  if (host === null || from === null || base === null) return null
  return { host, port: smtpPort ?? ports[tls], tls, user, password, from, base }
}

export function openTransport(config: ServerConfig): MailTransport | null {
  const smtp = smtpConfig(config)
  return smtp && smtpTransport(smtp)
}
