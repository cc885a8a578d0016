import clsx from 'clsx'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

export type ButtonLook = 'primary' | 'plain' | 'danger' | 'quiet'

interface Looks {
  look?: ButtonLook
  small?: boolean
}

const looks: Record<ButtonLook, string> = {
  primary: 'border-accent bg-accent text-accent-ink hover:brightness-110 active:brightness-95',
  plain: 'border-rule bg-sheet text-ink hover:border-ink active:bg-well',
  danger: 'border-bad bg-sheet text-bad hover:bg-bad hover:text-paper',
  quiet: 'border-transparent text-soft hover:bg-well hover:text-ink',
}

/** Returns button styles, for elements that neither `Button` nor the link components render. */
export function buttonClasses({ look = 'plain', small = false }: Looks, extra?: string): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap no-underline transition-colors disabled:opacity-55',
    small ? 'min-h-8 px-2.5 py-1 text-sm' : 'min-h-10 px-4 py-1.5',
    looks[look],
    extra,
  )
}

export function Button({ look, small, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & Looks) {
  return <button type="button" {...rest} className={buttonClasses({ look, small }, className)} />
}

/** A link to a page of the hub, styled as a button. */
export function LinkButton({ look, small, className, ...rest }: LinkProps & Looks & { children: ReactNode }) {
  return <Link {...rest} className={buttonClasses({ look, small }, typeof className === 'string' ? className : undefined)} />
}

/** A link to a file or an external URL, styled as a button: a plain link that the router does not handle. */
export function AnchorButton({ look, small, className, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & Looks) {
  return (
    <a {...rest} className={buttonClasses({ look, small }, className)}>
      {children}
    </a>
  )
}
