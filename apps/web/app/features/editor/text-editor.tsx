import { useEffect, useRef, useState } from 'react'

/** Beyond it a plain field is quicker. Characters. */
const maxColored = 200_000

/** The text of a file: a plain field, which needs nothing; where JavaScript runs, an editor with colors takes its place. */
export function TextEditor({ text, path, label }: { text: string; path: string; label: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let close: (() => void) | undefined
    let isGone = false
    // Whoever has begun to type in the plain field stays in it.
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
