import { X } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'

/** A native dialog. Open it with `showModal()` on its ref; Escape and its button close it. */
export function Dialog({ ref, title, children }: { ref: Ref<HTMLDialogElement>; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="sheet m-auto w-[calc(100%-2rem)] max-w-md p-5 text-ink shadow-float backdrop:bg-black/50"
    >
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        <form method="dialog">
          <button type="submit" aria-label="Close" className="rounded p-1 text-soft hover:bg-well hover:text-ink">
            <X size={18} aria-hidden="true" />
          </button>
        </form>
      </div>
      {children}
    </dialog>
  )
}
