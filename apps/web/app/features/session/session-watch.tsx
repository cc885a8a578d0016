import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { buttonClasses } from '../../ui/button.tsx'
import { liveClient } from '../live/live-client.ts'
import { useLiveNotice } from '../live/live-notice.tsx'
import { useLive, useLiveViewer } from '../live/use-live.ts'
import { localExpiry, sessionStep, type SessionState, sessionTimes } from './session-step.ts'

/** Response of `/api/session` and its refresh. */
interface SessionAnswer {
  readonly viewer: { readonly name: string } | null
  readonly expiresAt: string | null
  readonly now: string
}

interface Props {
  /** The user the page was rendered for. */
  readonly viewer: string
  readonly session: { readonly expiresAt: string; readonly now: string }
}

/** Tabs of one browser notify each other which user they were rendered for. */
const channelName = 'portolan-session'

/**
 * Renews the session of a page that stays open, and detects when the session has ended elsewhere. The page is left untouched in that case: a
 * half-filled form stays, and works again after signing in in another tab.
 */
export function SessionWatch({ viewer, session }: Props) {
  const [now, setNow] = useState<string | null>(viewer)
  const { pathname, search } = useLocation()
  const { formMethod } = useNavigation()
  useLive('user')
  const told = useLiveViewer()

  useEffect(() => {
    let state: SessionState = { expiresAt: localExpiry(session, Date.now()), failedAt: null }
    let isBusy = false
    const ask = async (refresh: boolean): Promise<void> => {
      if (isBusy) return
      isBusy = true
      try {
        const answer = await fetch(refresh ? '/api/session/refresh' : '/api/session', {
          method: refresh ? 'POST' : 'GET',
          cache: 'no-store',
        })
        const text = (answer.ok ? await answer.json() : null) as SessionAnswer | null
        if (text === null && answer.status !== 401) throw new Error(`The hub answers ${answer.status}`)
        setNow(text?.viewer?.name ?? null)
        const expiresAt = text?.expiresAt ? localExpiry({ expiresAt: text.expiresAt, now: text.now }, Date.now()) : state.expiresAt
        // A connection keeps the permissions it was opened with.
        if (text?.viewer && liveClient().viewer === null) liveClient().renew()
        // An ended session comes back only through a sign-in elsewhere, which is announced.
        state = { expiresAt, failedAt: text?.viewer ? null : Infinity }
      } catch {
        // The hub or the network is unreachable: the next check after the pause tries again.
        state = { ...state, failedAt: Date.now() }
      } finally {
        isBusy = false
      }
    }
    const check = (): void => {
      const step = sessionStep(state, Date.now())
      if (step !== 'nothing') void ask(step === 'refresh')
    }
    const siblings = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
    // The user of another tab is only a hint, so check with the hub.
    siblings?.addEventListener('message', ({ data }) => void (data !== viewer || state.failedAt === Infinity ? ask(false) : null))
    siblings?.postMessage(viewer)
    const onSight = (): void => {
      if (document.visibilityState === 'visible') check()
    }
    const onHint = (): void => void ask(false)
    const timer = setInterval(check, sessionTimes.checkEveryMs)
    document.addEventListener('visibilitychange', onSight)
    addEventListener(hintName, onHint)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSight)
      removeEventListener(hintName, onHint)
      siblings?.close()
    }
  }, [viewer, session])

  useEffect(() => {
    // The channel reports changes before the timer does, but the session endpoint is authoritative.
    if (told !== undefined && told !== now) dispatchEvent(new Event(hintName))
  }, [told, now])

  const signIn = (
    <a
      href={`/sign-in?next=${encodeURIComponent(pathname + search)}`}
      target="_blank"
      rel="noopener"
      className={buttonClasses({ small: true })}
    >
      Sign in again
    </a>
  )
  useLiveNotice(
    'session',
    // Who signs out or deletes the account here hears of the end of the session before the answer of the form is there, and needs no notice.
    now === viewer || formMethod !== undefined
      ? null
      : now === null
        ? { text: 'You are signed out. What you have typed stays here; sign in in another tab and continue.', action: signIn }
        : { text: `You are now signed in as ${now}, and this page was made for ${viewer}` },
  )
  return null
}

const hintName = 'portolan:session-hint'
