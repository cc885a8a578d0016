import { tellAccount } from '@portolan/hub'
import { openRawServer, openSmtpServer, type ReceivedMail, type TestSmtpServer } from '../open-smtp-server.ts'
import { openTestApp } from '../open-test-app.ts'
import type { OwnEffect, Settings } from './effect.ts'

/** What the mail server has after a hub with these settings tried to send a mail. */
async function sent<T>(settings: Settings, see: (server: TestSmtpServer, mail: ReceivedMail | undefined) => T): Promise<T> {
  await using server = await openSmtpServer()
  await using t = await openTestApp({ settings: { ...server.settings, ...settings } })
  await t.hub.db.write((tx) => tellAccount(tx, t.hub, t.actors.ada.userId, { kind: 'password-changed' }))
  if (t.scheduler.jobs.some(({ name }) => name === 'send mail')) await t.scheduler.run('send mail')
  return see(server, server.mails[0])
}

const isSent = (_server: TestSmtpServer, mail: ReceivedMail | undefined) => (mail === undefined ? 'nothing' : 'a mail')

/** What somebody without a confirmed address gets for a new repo: 200, or the code of the refusal. */
async function created(mode: 'on' | 'off'): Promise<number | string> {
  await using server = await openSmtpServer()
  await using t = await openTestApp({ settings: { ...server.settings, PORTOLAN_REQUIRE_CONFIRMED_EMAIL: mode } })
  await t.hub.db.write((tx) => tx.updateTable('account').set({ email_state: 0 }).where('name', '=', 'ada').execute())
  const answer = await t.call('/api/repos/create', { method: 'POST', as: 'ada', json: { type: 'model', name: 'tides' } })
  return answer.ok ? answer.status : ((await answer.json()) as { code: string }).code
}

/** Settings of mail: what a mail server gets to see. */
export const mailEffects = {
  smtpHost: {
    seen: ['nothing', 'a mail'],
    compare: async () => [await sent({ PORTOLAN_SMTP_HOST: '', PORTOLAN_MAIL_FROM: '' }, isSent), await sent({}, isSent)],
  },
  smtpPort: {
    seen: ['nothing', 'a mail'],
    async compare() {
      await using other = await openRawServer((socket) => socket.destroy())
      return [await sent({ PORTOLAN_SMTP_PORT: String(other.port) }, isSent), await sent({}, isSent)]
    },
  },
  smtpTls: {
    // This server cannot encrypt.
    seen: ['nothing', 'a mail'],
    compare: async () => [await sent({ PORTOLAN_SMTP_TLS: 'starttls' }, isSent), await sent({ PORTOLAN_SMTP_TLS: 'off' }, isSent)],
  },
  smtpUser: {
    seen: [['ada:tides'], ['eve:tides']],
    compare: async () => [
      await sent({ PORTOLAN_SMTP_USER: 'ada', PORTOLAN_SMTP_PASSWORD: 'tides' }, ({ signIns }) => signIns),
      await sent({ PORTOLAN_SMTP_USER: 'eve', PORTOLAN_SMTP_PASSWORD: 'tides' }, ({ signIns }) => signIns),
    ],
  },
  smtpPassword: {
    seen: [['ada:tides'], ['ada:lamps']],
    compare: async () => [
      await sent({ PORTOLAN_SMTP_USER: 'ada', PORTOLAN_SMTP_PASSWORD: 'tides' }, ({ signIns }) => signIns),
      await sent({ PORTOLAN_SMTP_USER: 'ada', PORTOLAN_SMTP_PASSWORD: 'lamps' }, ({ signIns }) => signIns),
    ],
  },
  requireConfirmedEmail: {
    seen: [200, 'account.email_unconfirmed'],
    compare: async () => [await created('off'), await created('on')],
  },
  mailFrom: {
    seen: ['hub@example.org', 'lamps@example.org'],
    compare: async () => [
      await sent({ PORTOLAN_MAIL_FROM: 'hub@example.org' }, (_server, mail) => mail?.from),
      await sent({ PORTOLAN_MAIL_FROM: 'Lamps <lamps@example.org>' }, (_server, mail) => mail?.from),
    ],
  },
} satisfies Record<string, OwnEffect>
