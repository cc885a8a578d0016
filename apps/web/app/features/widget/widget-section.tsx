import { lazy, Suspense } from 'react'
import type { CallData } from '../inference-code/call-data.server.ts'
import type { WidgetData } from './widget-data.server.ts'

/** The widget's script is loaded when the widget approaches the viewport or receives keyboard focus; readers who do neither never load it. */
const Widget = lazy(async () => {
  if (typeof document !== 'undefined') await isNear()
  return import('./widget.tsx')
})

const id = 'try'

/** The "Try it" section of a model's page: the form is rendered before any script loads. */
export function WidgetSection({ data, call }: { data: WidgetData; call: CallData | null }) {
  if ('reason' in data.browser && call === null) return <CannotRun data={data} here={data.browser.reason} />
  return (
    <section id={id} aria-labelledby="try-title" className="sheet min-w-0 scroll-mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3 pb-2">
        <h2 id="try-title" className="panel-title">
          Try it
        </h2>
        <p className="text-sm text-soft">{data.taskLabel}</p>
      </div>
      <Suspense fallback={<p className="border-t border-line px-4 py-3 text-sm text-soft">Loading …</p>}>
        <Widget key={`${data.model}@${data.commit}`} data={data} call={call} />
      </Suspense>
    </section>
  )
}

/** One line instead of a form that could not run anything. */
function CannotRun({ data, here }: { data: WidgetData; here: string }) {
  return (
    <section id={id} aria-labelledby="try-title" className="sheet px-4 py-3">
      <h2 id="try-title" className="panel-title">
        Try it
      </h2>
      <p className="mt-1 text-sm text-soft">
        {here === data.hubReason
          ? `This model runs neither in the browser nor on this hub: ${here}.`
          : `This model runs neither in the browser (${here}) nor on this hub (${data.hubReason}).`}
      </p>
    </section>
  )
}

function isNear(): Promise<void> {
  return new Promise((resolve) => {
    const section = document.getElementById(id)
    // On client-side navigation, the section is rendered after this module is requested.
    if (!section) return resolve()
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) done()
      },
      { rootMargin: '600px' },
    )
    const done = () => {
      observer.disconnect()
      section.removeEventListener('focusin', done)
      resolve()
    }
    observer.observe(section)
    section.addEventListener('focusin', done)
  })
}
