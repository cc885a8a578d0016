import { useEffect, useRef, useState } from 'react'

/** Above this size a plain field is faster. Characters. */
const maxColored = 200_000

/** The text of a file: a plain field that works without scripts; with JavaScript, a highlighting editor replaces it. */
export function TextEditor({ text, path, label }: { text: string; path: string; label: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let close: (() => void) | undefined
    let isGone = false
    // If the user has already started typing in the plain field, keep it.
    if (text.length > maxColored || document.activeElement === field.current) return undefined
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (isGone || !field.current || !place.current || document.activeElement === field.current) return
      close = openEditor(field.current, place.current, path)
      setOpen(true)
    })
    return () => {
      isGone = true
      close?.()
    }
  }, [text, path])
  return (
    <>
      <textarea
        ref={field}
        name="text"
        aria-label={label}
        defaultValue={text}
        spellCheck={false}
        hidden={isOpen}
        rows={Math.min(36, Math.max(14, text.split('\n').length + 2))}
        className="field w-full code-lines"
      />
      <div ref={place} className="code-editor" hidden={!isOpen} />
    </>
  )
}
