import clsx from 'clsx'
import { FolderUp, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { fromDrop, fromPicker, type PickedFile } from './picked-files.ts'

/** Accepts files and folders: dropped, or picked with the two buttons. */
export function DropZone({ disabled, onFiles }: { disabled: boolean; onFiles: (files: PickedFile[]) => void }) {
  const [isOver, setOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) void fromDrop(event.dataTransfer).then(onFiles)
  }
  const onPick = (input: HTMLInputElement) => {
    onFiles(fromPicker(input.files))
    // Allows picking the same file again.
    input.value = ''
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        'grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-5 py-10 text-center transition-colors',
        isOver ? 'border-accent bg-well' : 'border-rule',
      )}
    >
      <p className="display text-xl">Drop files or folders here</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button disabled={disabled} onClick={() => files.current?.click()}>
          <Upload size={16} aria-hidden="true" />
          Choose files
        </Button>
        <Button disabled={disabled} onClick={() => folder.current?.click()}>
          <FolderUp size={16} aria-hidden="true" />
          Choose a folder
        </Button>
      </div>
      <input ref={files} type="file" multiple hidden aria-label="Choose files" onChange={(event) => onPick(event.target)} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder"
        {...{ webkitdirectory: '' }}
        onChange={(event) => onPick(event.target)}
      />
    </div>
  )
}
