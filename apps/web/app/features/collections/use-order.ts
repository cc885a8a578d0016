import { type PointerEvent, useState } from 'react'

/** The order of a list while it is being changed, and what the handle of each row needs for it. */
export interface Order {
  readonly ids: readonly string[]
  /** The row that is being dragged. */
  readonly held: string | null
  /** For the handle of a row: dragging with mouse, pen or finger. */
  readonly handle: (id: string) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onPointerCancel: () => void
  }
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
  const [held, setHeld] = useState<string | null>(null)
  if (shown.given !== given) setShown({ given, ids: given })
  const { ids } = shown
  const put = (id: string, position: number) => {
    const rest = ids.filter((each) => each !== id)
    setShown({ given, ids: [...rest.slice(0, position), id, ...rest.slice(position)] })
  }
  const letGo = (id: string) => {
    setHeld(null)
    if (ids.indexOf(id) !== given.indexOf(id)) onMoved(id, ids.indexOf(id))
  }
  return {
    ids,
    held,
    handle: (id) => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(id)
      },
      onPointerMove(event) {
        if (held !== id) return
        const rows = event.currentTarget.closest('ol')?.children ?? []
        const at = ids.indexOf(id)
        const middle = (row: Element | undefined) => {
          const box = row?.getBoundingClientRect()
          return box ? box.top + box.height / 2 : Number.NaN
        }
        if (event.clientY < middle(rows[at - 1])) put(id, at - 1)
        else if (event.clientY > middle(rows[at + 1])) put(id, at + 1)
      },
      onPointerUp: () => {
        if (held === id) letGo(id)
      },
      onPointerCancel: () => {
        setHeld(null)
        setShown({ given, ids: given })
      },
    }),
    move(id, by) {
      const position = ids.indexOf(id) + by
      if (position < 0 || position >= ids.length) return
      put(id, position)
      onMoved(id, position)
    },
  }
}
