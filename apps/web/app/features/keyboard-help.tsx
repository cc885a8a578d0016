import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

const keys = [
  ['/', 'Search'],
  ['c', 'Copy the code shown'],
  ['l', 'Next language of the code'],
  ['?', 'This list'],
] as const

/** True when a key is meant for a field, or is part of a shortcut of the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    (target?.matches?.('input, textarea, select, [contenteditable]') ?? false)
  )
}

/** The keys that work everywhere, and the list of all. */
export function KeyboardHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      if (event.key === '/') {
        event.preventDefault()
        document.getElementById('site-search')?.focus()
      }
      if (event.key === '?') dialog.current?.showModal()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" className="sheet m-auto w-full max-w-sm p-5 text-ink backdrop:bg-black/50">
      <h2 id="keys-title" className="mb-3 font-serif text-lg font-semibold">
        Keys
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {keys.map(([key, about]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-rule px-2 font-mono">{key}</kbd>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="mt-4">
        <Button type="submit">Close</Button>
      </form>
    </dialog>
  )
}
