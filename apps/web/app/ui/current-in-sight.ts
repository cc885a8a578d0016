import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls a strip of links so that the current one is visible, which matters on narrow screens. */
export function useCurrentInSight(): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const nav = strip.current
    const current = nav?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!nav || !current) return
    // Called once at the start, and again when the screen is rotated or resized.
    const observer = new ResizeObserver(() => {
      const { left, right } = current.getBoundingClientRect()
      const sides = nav.getBoundingClientRect()
      if (right > sides.right) nav.scrollLeft += right - sides.right
      else if (left < sides.left) nav.scrollLeft -= sides.left - left
    })
    observer.observe(nav)
    return () => observer.disconnect()
  }, [pathname])
  return strip
}
