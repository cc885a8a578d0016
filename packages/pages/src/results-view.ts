/** A result that a card reports for a model (`model-index`). */
export interface ResultView {
  readonly metric: string
  /** As the card writes it, at most four digits after the point. */
  readonly value: string
  /** Length of the bar from 0 to 1; `null` when the metric has no known range. */
  readonly share: number | null
}

/** Results on one dataset. */
export interface ResultGroup {
  readonly dataset: string
  readonly results: readonly ResultView[]
}

/** Metrics between 0 and 1, or between 0 and 100 where cards write percentages; more is better. */
const fractions =
  /^(?:.*accuracy.*|acc|f1.*|.*_f1|precision.*|recall.*|map|mean_average_precision|ndcg.*|mrr.*|bleu|sacrebleu|rouge.*|meteor|exact_match|em|iou|mean_iou|dice.*|auc|roc_auc|pass@\d+|.*pearson|.*spearman)$/
const maxGroups = 30
const maxResults = 60
const maxLabel = 120

/**
 * The results of a card's `model-index`, as far as they can be shown: numbers with a metric. Whatever else is in there is left out.
 * @see https://github.com/paperswithcode/model-index
 */
export function resultGroups(modelIndex: readonly unknown[] | null): ResultGroup[] {
  const groups = new Map<string, ResultView[]>()
  let count = 0
  for (const model of modelIndex ?? []) {
    for (const result of list(field(model, 'results'))) {
      const dataset = text(field(field(result, 'dataset'), 'name')) ?? text(field(field(result, 'dataset'), 'type')) ?? 'Other'
      for (const metric of list(field(result, 'metrics'))) {
        const name = text(field(metric, 'name')) ?? text(field(metric, 'type'))
        const value = number(field(metric, 'value'))
        if (name === null || value === null || count >= maxResults) continue
        if (!groups.has(dataset) && groups.size >= maxGroups) continue
        count++
        const views = groups.get(dataset) ?? []
        groups.set(dataset, views)
        views.push({ metric: name, value: String(Number(value.toFixed(4))), share: shareOf(text(field(metric, 'type')) ?? name, value) })
      }
    }
  }
  return [...groups].map(([dataset, results]) => ({ dataset, results }))
}

function shareOf(type: string, value: number): number | null {
  if (!fractions.test(type.toLowerCase().replaceAll(/[ -]/g, '_')) || value < 0 || value > 100) return null
  return value <= 1 ? value : value / 100
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxLabel) : null
}

function number(value: unknown): number | null {
  const n = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(n) ? n : null
}
