import clsx from 'clsx'
import type { TableHTMLAttributes } from 'react'

/** A table on a sheet with thin row lines. Wide tables scroll on their own, never the page. */
export function Table({
  label,
  isDense = false,
  className,
  ...rest
}: TableHTMLAttributes<HTMLTableElement> & {
  label: string
  /** Smaller, with a subdued header: for scanning many rows. */
  isDense?: boolean
}) {
  return (
    <div className="sheet overflow-x-auto" role="region" aria-label={`Table: ${label}`} tabIndex={0}>
      <table
        aria-label={label}
        {...rest}
        className={clsx(
          'w-full border-collapse text-left [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-2 [&_tr+tr]:border-t [&_tr+tr]:border-line',
          isDense && 'text-sm [&_td]:align-baseline [&_th]:align-baseline [&_thead]:text-xs [&_thead]:text-soft [&_thead_th]:font-normal',
          className,
        )}
      />
    </div>
  )
}
