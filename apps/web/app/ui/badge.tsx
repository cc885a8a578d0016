import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A small label; a link when there is somewhere to go. */
export function Badge({
  children,
  to,
  tone = 'plain',
  title,
}: {
  children: ReactNode
  to?: string
  tone?: 'plain' | 'warn' | 'sea'
  title?: string
}) {
  const classes = clsx(
    'inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm whitespace-nowrap no-underline',
    tone === 'plain' && 'border-line bg-sheet text-soft',
    tone === 'warn' && 'border-warn bg-warn-well text-warn',
    tone === 'sea' && 'border-sea text-sea',
    to && 'hover:border-ink hover:text-ink',
  )
  const inner = <span className="truncate">{children}</span>
  return to ? (
    <Link to={to} className={classes} title={title}>
      {inner}
    </Link>
  ) : (
    <span className={classes} title={title}>
      {inner}
    </span>
  )
}
