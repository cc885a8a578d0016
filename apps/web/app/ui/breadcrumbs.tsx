import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

/** Where this is, outermost first; the last one is here. */
export function Breadcrumbs({
  label,
  crumbs,
  className,
}: {
  label: string
  crumbs: readonly { to: string; text: ReactNode }[]
  className?: string
}) {
  return (
    <nav aria-label={label} className={className}>
      {crumbs.map(({ to, text }, i) => (
        <Fragment key={to}>
          {i > 0 ? (
            <span aria-hidden="true" className="text-soft">
              {' / '}
            </span>
          ) : null}
          {i === crumbs.length - 1 ? (
            <span aria-current="page">{text}</span>
          ) : (
            <Link to={to} className="link no-underline hover:underline">
              {text}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
