import clsx from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

export type ButtonLook = 'primary' | 'plain' | 'danger' | 'quiet'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-accent-ink border-accent hover:brightness-110',
  plain: 'bg-sheet text-ink border-rule hover:border-ink',
  danger: 'bg-sheet text-bad border-bad hover:bg-bad hover:text-paper',
  quiet: 'border-transparent text-soft hover:text-ink hover:bg-well',
}

function classesOf(look: ButtonLook, small: boolean, extra: string | undefined): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-md border font-medium no-underline transition-colors disabled:opacity-60',
    small ? 'min-h-8 px-2.5 py-1 text-sm' : 'min-h-10 px-4 py-2',
    looks[look],
    extra,
  )
}

export function Button({
  look = 'plain',
  small = false,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook; small?: boolean }) {
  return <button type="button" {...rest} className={classesOf(look, small, className)} />
}

export function LinkButton({
  look = 'plain',
  small = false,
  className,
  ...rest
}: LinkProps & { look?: ButtonLook; small?: boolean; children: ReactNode }) {
  return <Link {...rest} className={classesOf(look, small, typeof className === 'string' ? className : undefined)} />
}
