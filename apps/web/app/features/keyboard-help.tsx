import { useEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'

const keys = [
  ['/', 'Search'],
  ['c', 'Copy the code shown'],
  ['l', 'Next language of the code'],
  ['?', 'This list'],
  ['Esc', 'Close a menu or a dialog'],
] as const

/** True when a key is meant for a field or an open dialog, or is part of a shortcut of the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  const isField = target !== null && target.closest('input, textarea, select, [contenteditable]') !== null
  // A dialog that was just closed may hold the focus until the next frame: it takes no keys any more.
  return isField || document.querySelector('dialog[open]') !== null
}

/** The keys that work everywhere, and the list of all. */
export function KeyboardHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      if (event.key === '/') {
        event.preventDefault()
        const search = document.querySelector<HTMLInputElement>('#site-search')
        search?.focus()
        search?.select()
      }
      if (event.key === '?') dialog.current?.showModal()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog ref={dialog} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
        {keys.map(([key, about]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded border border-rule px-2 text-center font-mono text-sm">{key}</kbd>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
