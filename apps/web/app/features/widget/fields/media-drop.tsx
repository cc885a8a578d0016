import clsx from 'clsx'
import { Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Media } from '../widget-inputs.ts'

/** Accepts one file: dropped, picked with a button, or pasted. It stays in the browser. */
export function MediaDrop({
  label,
  accept,
  media,
  onChange,
  children,
  more,
}: {
  label: string
  /** `accept` attribute of the file input: `image/*`. */
  accept: string
  media: Media | null
  onChange: (media: Media) => void
  children: ReactNode
  /** Additional ways to provide a file. */
  more?: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null | undefined) => {
    const file = Array.from(files ?? []).find(({ type }) => type.startsWith(accept.replace('*', '')))
    if (file) onChange({ file, name: file.name })
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event) => take(event.clipboardData.files)}
      className={clsx('min-w-0 rounded-md border border-dashed p-3', isOver ? 'border-accent bg-well' : 'border-rule')}
    >
      <div role="group" aria-label={label} className="grid min-w-0 gap-2">
        <p className="font-medium">{label}</p>
        {children}
        <div className="flex flex-wrap items-center gap-2 text-sm text-soft">
          <Button small onClick={() => input.current?.click()}>
            <Upload size={15} aria-hidden="true" />
            {media === null ? 'Choose a file' : 'Another file'}
          </Button>
          {more}
          <span>or drop one here</span>
        </div>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={`${label}: choose a file`}
          onChange={({ target }) => {
            take(target.files)
            // Allows picking the same file again.
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}
