import { useEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'

const keys = [
  ['/', 'Search'],
  ['c', 'Copy the code shown'],
  ['l', 'Next language of the code'],
  ['?', 'This list'],
  ['Esc', 'Close a menu or a dialog'],
] as const

/** True if the key press is meant for a form field or an open dialog, or is part of a browser shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  const isField = target !== null && target.closest('input, textarea, select, [contenteditable]') !== null
  // A dialog that was just closed may keep the focus until the next frame, but no longer handles keys.
  return isField || document.querySelector('dialog[open]') !== null
}

/** The global keyboard shortcuts, and a dialog that lists all shortcuts. */
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
