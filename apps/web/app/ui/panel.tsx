import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A section of a page. */
export function Panel({
  title,
  children,
  actions,
  className,
}: {
  title?: ReactNode
  children: ReactNode
  actions?: ReactNode
  className?: string
}) {
  return (
    <section className={clsx('sheet min-w-0 p-4 sm:p-5', className)}>
      {title || actions ? (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          {title ? <h2 className="panel-title">{title}</h2> : null}
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** A single-column page, for forms. */
export function Narrow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="page grid max-w-xl gap-6 py-10 sm:py-14">
      <h1 className="display text-3xl">{title}</h1>
      {children}
    </main>
  )
}

/** An empty state, with a hint about what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-rule px-5 py-10 text-center">
      <p className="display text-xl">{title}</p>
      {children ? <div className="mt-2 text-soft">{children}</div> : null}
    </div>
  )
}
