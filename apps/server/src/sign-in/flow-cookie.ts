import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Env } from '../env.ts'

/** How long a user may take at the identity provider, in seconds. */
const lifeSeconds = 600

const flowSchema = z.object({
  state: z.string().min(1).max(200),
  nonce: z.string().min(1).max(200),
  verifier: z.string().min(1).max(200),
  next: z.string().max(4_000),
  /** Public id of the account to connect; `null` to sign in. */
  connect: z.string().max(100).nullable(),
  /** Whether the provider has to ask who it is. */
  again: z.boolean(),
  startedAt: z.number(),
})
export type SignInFlow = z.output<typeof flowSchema>

/** The `__Host-` prefix keeps other hosts below the same domain, such as a Space's, from setting this cookie. */
function nameFor(c: Context<Env>): string {
  return c.var.origin.startsWith('https:') ? '__Host-portolan_sign_in' : 'portolan_sign_in'
}

/** Stores the sign-in in the browser: only the browser that started it can finish it. */
export function setFlow(c: Context<Env>, flow: SignInFlow): void {
  setCookie(c, nameFor(c), Buffer.from(JSON.stringify(flow)).toString('base64url'), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.origin.startsWith('https:'),
    maxAge: lifeSeconds,
  })
}

/** The sign-in that this browser started, usable once: the response deletes the cookie. `null` when there is none, or it has expired. */
export function takeFlow(c: Context<Env>, now: Date): SignInFlow | null {
  const text = getCookie(c, nameFor(c))
  deleteCookie(c, nameFor(c), { path: '/', secure: c.var.origin.startsWith('https:') })
  if (text === undefined || text.length > 10_000) return null
  try {
    const flow = flowSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (!flow.success) return null
    const age = now.getTime() - flow.data.startedAt
    return age >= 0 && age < lifeSeconds * 1000 ? flow.data : null
  } catch {
    return null
  }
}
