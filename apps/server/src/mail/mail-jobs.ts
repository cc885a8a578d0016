import { type Hub, type Job, type MailTransport, pruneMail, sendWaitingMail } from '@portolan/hub'

/** The jobs that send mail. Every server process may run them. */
export function mailJobs(hub: Hub, transport: MailTransport | null): Job[] {
  if (transport === null) return []
  return [
    { name: 'send mail', everyMs: 1_000, run: (stop) => sendWaitingMail(hub, transport, stop) },
    { name: 'prune mail', everyMs: 3_600_000, jitter: 0.1, run: () => pruneMail(hub) },
  ]
}
