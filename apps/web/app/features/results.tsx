import type { ResultGroup } from '@portolan/pages'
import { Panel } from '../ui/panel.tsx'

/** What a card reports about a model, as bars where the metric has a range. */
export default function Results({ groups }: { groups: readonly ResultGroup[] }) {
  return (
    <Panel title="Evaluation results">
      <div className="grid max-h-96 gap-4 overflow-y-auto" tabIndex={0} role="region" aria-label="Evaluation results">
        {groups.map(({ dataset, results }) => (
          <section key={dataset} aria-label={dataset}>
            <h3 className="mb-1 text-sm font-medium break-words">{dataset}</h3>
            <dl className="grid gap-1">
              {results.map(({ metric, value, share }, place) => (
                <div key={`${place}${metric}`} className="grid grid-cols-[minmax(0,1fr)_6rem_4.5rem] items-center gap-3 text-sm">
                  <dt className="truncate text-soft" title={metric}>
                    {metric}
                  </dt>
                  <dd className="contents">
                    {share === null ? (
                      <span />
                    ) : (
                      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 w-full text-sea">
                        <rect width="100" height="6" rx="2" fill="var(--color-line)" />
                        <rect width={(share * 100).toFixed(1)} height="6" rx="2" fill="currentColor" />
                      </svg>
                    )}
                    <span className="text-right font-medium tabular-nums">{value}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-3 text-xs text-soft">Reported by the author of the card, not checked by this hub.</p>
    </Panel>
  )
}
