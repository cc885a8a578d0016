import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Links to lines of a displayed file: `#L10` highlights the line and scrolls it into view; clicking a line number sets the fragment. */
export function useLineLinks(container: React.RefObject<HTMLElement | null>): void {
  const { hash } = useLocation()
  useEffect(() => {
    const lines = container.current?.querySelectorAll<HTMLElement>('.line') ?? []
    const [, from, to = from] = /^#L(\d+)(?:-L(\d+))?$/.exec(hash) ?? []
    for (const line of lines) line.classList.remove('is-marked')
    for (let at = Number(from); at <= Number(to) && at <= lines.length; at++) lines[at - 1]?.classList.add('is-marked')
    if (from !== undefined) lines[Number(from) - 1]?.scrollIntoView({ block: 'center' })
  }, [hash, container])
  useEffect(() => {
    const box = container.current
    const onClick = (event: MouseEvent) => {
      const line = event.target instanceof Element ? event.target.closest<HTMLElement>('.line') : null
      // The numbers are rendered before the text, so only clicks to the left of it count.
      if (!box || !line || event.clientX - line.getBoundingClientRect().left > 56) return
      const number = [...box.querySelectorAll('.line')].indexOf(line) + 1
      const first = event.shiftKey ? /^#L(\d+)/.exec(window.location.hash)?.[1] : undefined
      window.location.hash = first === undefined ? `L${number}` : `L${Math.min(Number(first), number)}-L${Math.max(Number(first), number)}`
    }
    box?.addEventListener('click', onClick)
    return () => box?.removeEventListener('click', onClick)
  }, [container])
}
