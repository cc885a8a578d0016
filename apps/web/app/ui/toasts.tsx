import { useEffect, useSyncExternalStore } from 'react'
import toast, { Toaster } from 'react-hot-toast'
import { useLocation, useNavigate } from 'react-router'

/** Toast messages with the library's default durations: 4 s, 2 s for success, until dismissed for loading; at most 20. */
export function Toasts() {
  const { search, pathname, hash } = useLocation()
  const navigate = useNavigate()
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  useEffect(() => {
    // A form submitted without JavaScript reports its success in the URL; the message is shown once and the parameter removed.
    const parameters = new URLSearchParams(search)
    const done = parameters.get('done')
    const text = done !== null && Object.hasOwn(messages, done) ? messages[done] : undefined
    if (done === null) return
    if (text) toast.success(text)
    parameters.delete('done')
    void navigate({ pathname, search: parameters.toString(), hash }, { replace: true, preventScrollReset: true })
  }, [search, pathname, hash, navigate])
  // It styles itself with attributes, which the policy of pages allows only to scripts.
  return !isInBrowser ? null : (
    <Toaster
      position="bottom-center"
      toastOptions={{ style: { background: 'var(--color-sheet)', color: 'var(--color-ink)', border: '1px solid var(--color-line)' } }}
    />
  )
}

/** Messages by key, so that a URL cannot make the page show arbitrary text. */
const messages: Record<string, string> = {
  'account-deleted': 'Account deleted',
  'signed-in': 'Welcome back',
  'password-reset': 'Password set. Sign in with it.',
  'signed-up': 'Welcome aboard',
  saved: 'Saved',
  confirmed: 'Confirmed',
  'password-changed': 'Password changed. All other browsers are signed out.',
  'signed-out': 'Signed out',
  'factor-off': 'Turned off',
  created: 'Created',
  revoked: 'Token revoked',
  deleted: 'Deleted',
  uploaded: 'Uploaded',
  moved: 'Moved',
  merged: 'Merged',
  said: 'Said',
  asked: 'The owner has your request',
  'access-given': 'You have access to the files now',
  withdrawn: 'Withdrawn',
}
