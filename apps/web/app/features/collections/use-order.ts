import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react'

/** The order of a list while it is being changed, and what the handle of each row needs for it. */
export interface Order {
  readonly ids: readonly string[]
  /** The row that is being dragged. */
  readonly held: string | null
  /** For the handle of a row: a mouse, a pen or a finger takes hold of it. */
  readonly hold: (id: string) => (event: ReactPointerEvent<HTMLElement>) => void
  /** Moves a row by so many places. */
  readonly move: (id: string, by: number) => void
}

/**
 * Lets the rows of an `<ol>` be put in another order.
 * @param given as the server has it; a new array starts over
 * @param onMoved told the place of a row after it was let go
 */
export function useOrder(given: readonly string[], onMoved: (id: string, position: number) => void): Order {
  const [shown, setShown] = useState({ given, ids: given })
  const [held, setHeld] = useState<{ id: string; list: Element | null } | null>(null)
  if (shown.given !== given) setShown({ given, ids: given })
  const { ids } = shown
  const put = (id: string, position: number) => setShown({ given, ids: placed(ids, id, position) })

  // On the window, not on the row: a row that is moved in the page loses its hold of the pointer.
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
      // Else the browser selects the text that it passes over.
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

/** Not a number for a row that is not there: nothing is above or below it. */
function middleOf(row: Element | undefined): number {
  const box = row?.getBoundingClientRect()
  return box ? box.top + box.height / 2 : Number.NaN
}
