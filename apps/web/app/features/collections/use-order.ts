import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react'

/** The order of a list while it is being changed, plus what each row's handle needs. */
export interface Order {
  readonly ids: readonly string[]
  /** The row being dragged. */
  readonly held: string | null
  /** Starts a drag with a mouse, pen or finger; for the row's handle. */
  readonly hold: (id: string) => (event: ReactPointerEvent<HTMLElement>) => void
  /** Moves a row by the given number of positions. */
  readonly move: (id: string, by: number) => void
}

/**
 * Lets the user reorder the rows of an `<ol>`.
 * @param given the order on the server; a new array resets the order
 * @param onMoved called with the row's new position after it was dropped
 */
export function useOrder(given: readonly string[], onMoved: (id: string, position: number) => void): Order {
  const [shown, setShown] = useState({ given, ids: given })
  const [held, setHeld] = useState<{ id: string; list: Element | null } | null>(null)
  if (shown.given !== given) setShown({ given, ids: given })
  const { ids } = shown
  const put = (id: string, position: number) => setShown({ given, ids: placed(ids, id, position) })

  // Listen on the window, not the row: a row that moves in the DOM loses its pointer capture.
  useEffect(() => {
    if (held === null) return
    const { id, list } = held
    const onMove = (event: PointerEvent) => {
      const at = ids.indexOf(id)
      const rows = list?.children
      if (event.clientY < middleOf(rows?.[at - 1])) setShown({ given, ids: placed(ids, id, at - 1) })
      else if (event.clientY > middleOf(rows?.[at + 1])) setShown({ given, ids: placed(ids, id, at + 1) })
    }
    const onUp = () => {
      setHeld(null)
      if (ids.indexOf(id) !== given.indexOf(id)) onMoved(id, ids.indexOf(id))
    }
    const onCancel = () => {
      setHeld(null)
      setShown({ given, ids: given })
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
    }
  }, [held, ids, given, onMoved])

  return {
    ids,
    held: held?.id ?? null,
    hold: (id) => (event) => {
      if (event.button !== 0) return
      // Prevents the browser from selecting the text under the pointer.
      event.preventDefault()
      event.currentTarget.focus()
      setHeld({ id, list: event.currentTarget.closest('ol') })
    },
    move(id, by) {
      const position = ids.indexOf(id) + by
      if (position < 0 || position >= ids.length) return
      put(id, position)
      onMoved(id, position)
    },
  }
}

function placed(ids: readonly string[], id: string, position: number): readonly string[] {
  const rest = ids.filter((each) => each !== id)
  return [...rest.slice(0, position), id, ...rest.slice(position)]
}

/** Returns `NaN` for a missing row, so nothing compares as above or below it. */
function middleOf(row: Element | undefined): number {
  const box = row?.getBoundingClientRect()
  return box ? box.top + box.height / 2 : Number.NaN
}
