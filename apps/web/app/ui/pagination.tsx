import { ArrowLeft, ArrowRight } from 'lucide-react'
import { LinkButton } from './button.tsx'

/** Links to the previous and next page; `null` if there is none. */
export function Pagination({
  previous,
  next,
  previousLabel = 'Previous',
  nextLabel = 'Next',
  children,
}: {
  previous: string | null
  next: string | null
  previousLabel?: string
  nextLabel?: string
  children?: React.ReactNode
}) {
  if (previous === null && next === null) return null
  return (
    <nav aria-label="Pages" className="mt-5 flex items-center justify-between gap-4">
      {previous === null ? (
        <span />
      ) : (
        <LinkButton small to={previous} rel="prev">
          <ArrowLeft size={16} aria-hidden="true" />
          {previousLabel}
        </LinkButton>
      )}
      {children ? <span className="text-sm text-soft">{children}</span> : null}
      {next === null ? (
        <span />
      ) : (
        <LinkButton small to={next} rel="next">
          {nextLabel}
          <ArrowRight size={16} aria-hidden="true" />
        </LinkButton>
      )}
    </nav>
  )
}
