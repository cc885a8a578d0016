import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A small label; a link if it has a target. */
export function Badge({
  children,
  to,
  tone = 'plain',
  icon,
  title,
}: {
  children: ReactNode
  to?: string
  tone?: 'plain' | 'warn' | 'sea' | 'good'
  icon?: ReactNode
  title?: string
}) {
  const classes = clsx(
    'inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-px text-sm whitespace-nowrap no-underline sm:max-w-80',
    tone === 'plain' && 'border-line bg-sheet text-soft',
    tone === 'warn' && 'border-warn bg-warn-well text-warn',
    tone === 'sea' && 'border-sea bg-sheet text-sea',
    tone === 'good' && 'border-good bg-sheet text-good',
    to && 'hover:border-ink hover:text-ink',
  )
  const inner = (
    <>
      {icon}
      <span className="truncate">{children}</span>
    </>
  )
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
