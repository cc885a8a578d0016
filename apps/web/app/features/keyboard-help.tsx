import { useEffect, useRef } from 'react'
import { isTyping } from '../lib/is-typing.ts'
import { Dialog } from '../ui/dialog.tsx'

const keys = [
  ['/', 'Search'],
  ['c', 'Copy the code shown'],
  ['l', 'Next language of the code'],
  ['?', 'This list'],
  ['Esc', 'Close a menu or a dialog'],
] as const

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
    <Dialog ref={dialog} title="Keyboard shortcuts">
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
