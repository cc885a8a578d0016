import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * A menu that opens without JavaScript: a `<details>` with a floating list. Escape, a click outside and a selection close it. Menus with the same
 * `group` close each other.
 */
export function Menu({
  summary,
  summaryClass,
  align = 'left',
  group = 'menu',
  label,
  children,
  className,
}: {
  summary: ReactNode
  summaryClass?: string
  align?: 'left' | 'right'
  group?: string
  label?: string
  children: ReactNode
  className?: string
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current
      if (!menu?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        menu.open = false
        menu.querySelector('summary')?.focus()
      } else if (!menu.contains(event.target as Node) || (event.target as Element).closest('a, button[type="submit"]')) menu.open = false
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={details} name={group} className="relative">
      <summary aria-label={label} className={summaryClass}>
        {summary}
      </summary>
      <div
        className={clsx('sheet absolute z-30 mt-1.5 grid gap-0.5 p-1.5 shadow-float', align === 'right' ? 'right-0' : 'left-0', className)}
      >
        {children}
      </div>
    </details>
  )
}

/** Styles of a menu item. */
export const menuItem =
  'block w-full truncate rounded px-3 py-1.5 text-left text-ink no-underline hover:bg-well aria-[current=true]:font-semibold'
