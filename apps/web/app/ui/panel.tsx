import type { ReactNode } from 'react'

export function Panel({ title, children, actions }: { title?: ReactNode; children: ReactNode; actions?: ReactNode }) {
  return (
    <section className="sheet p-4">
      {title || actions ? (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          {title ? <h2 className="font-serif text-lg font-semibold">{title}</h2> : null}
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** A page in one column, for forms. */
export function Narrow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="mx-auto grid w-full max-w-xl gap-6 px-4 py-10">
      <h1 className="font-serif text-3xl font-semibold">{title}</h1>
      {children}
    </main>
  )
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-rule px-6 py-10 text-center">
      <p className="font-serif text-lg font-semibold">{title}</p>
      {children ? <div className="mt-2 text-soft">{children}</div> : null}
    </div>
  )
}
