/** A label with its score, as returned by classifiers. */
export interface Labeled {
  readonly label: string
  readonly score: number
}

export interface FoundObject extends Labeled {
  /** In pixels of the image, including for runs in the browser. */
  readonly box: { readonly xmin: number; readonly ymin: number; readonly xmax: number; readonly ymax: number }
}

export interface Segment {
  readonly label: string | null
  readonly score: number | null
  /** A grayscale image that is white where the segment is. */
  readonly mask: Blob
}

export interface Span {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly score: number
}

type Fields = Readonly<Record<string, unknown>>

/*
 * Answers come from a worker, from this hub, or from other servers through this hub. Each shape is validated; anything that does not match is shown
 * as JSON.
 */

function listOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return []
  // A single input, returned as a list of one.
  const list: unknown[] = Array.isArray(value[0]) ? (value[0] as unknown[]) : value
  return list.filter((each): each is Fields => typeof each === 'object' && each !== null)
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

/** Parses labels with scores, including fill-mask candidates, question-answering results, and the object that zero-shot servers return. */
export function asLabels(value: unknown): readonly Labeled[] | null {
  const { labels, scores } = (value ?? {}) as { labels?: unknown; scores?: unknown }
  if (Array.isArray(labels) && Array.isArray(scores))
    return labels.map((label, i) => ({ label: String(label), score: numberOf(scores[i]) }))
  const { answer, score } = (value ?? {}) as Fields
  if (typeof answer === 'string' && typeof score === 'number') return [{ label: answer, score }]
  const rows = listOf(value).flatMap((each) => {
    const label = each['label'] ?? each['token_str'] ?? each['answer']
    return typeof label === 'string' && typeof each['score'] === 'number' ? [{ label, score: numberOf(each['score']) }] : []
  })
  return rows.length > 0 ? rows : null
}

const textKeys = ['generated_text', 'translation_text', 'summary_text', 'text', 'answer'] as const

/** Parses a text under any of the names that tasks use. A response with a score is not a text. */
export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value
  const fields = (Array.isArray(value) ? (value[0] as unknown) : value) as Fields | null | undefined
  if (typeof fields !== 'object' || fields === null || 'score' in fields) return null
  return textKeys.map((key) => fields[key]).find((each) => typeof each === 'string') ?? null
}

export function asObjects(value: unknown): readonly FoundObject[] {
  return listOf(value).flatMap(({ label, score, box }) => {
    if (typeof label !== 'string' || typeof box !== 'object' || box === null) return []
    const { xmin, ymin, xmax, ymax } = box as Fields
    return [
      { label, score: numberOf(score), box: { xmin: numberOf(xmin), ymin: numberOf(ymin), xmax: numberOf(xmax), ymax: numberOf(ymax) } },
    ]
  })
}

export function asSegments(value: unknown): readonly Segment[] {
  return listOf(value).flatMap(({ label, score, mask }) => {
    const blob = mask instanceof Blob ? mask : typeof mask === 'string' ? fromBase64(mask) : null
    if (blob === null) return []
    return [{ label: typeof label === 'string' ? label : null, score: typeof score === 'number' ? score : null, mask: blob }]
  })
}

function fromBase64(text: string): Blob | null {
  try {
    return new Blob([Uint8Array.from(atob(text.replace(/^data:[^,]*,/, '')), (sign) => sign.charCodeAt(0))], { type: 'image/png' })
  } catch {
    // Not base64, so there is no image to draw.
    return null
  }
}

export function asSpans(value: unknown): readonly Span[] {
  return listOf(value).flatMap(({ entity, entity_group: group, start, end, score }) => {
    const type = group ?? entity
    if (typeof type !== 'string' || typeof start !== 'number' || typeof end !== 'number') return []
    return [{ type, start, end, score: numberOf(score) }]
  })
}

/** Parses a vector. If there is one vector per token, returns the first. */
export function asVector(value: unknown): readonly number[] {
  let list: unknown = value
  while (Array.isArray(list) && Array.isArray(list[0])) list = list[0]
  return Array.isArray(list) ? list.map(numberOf) : []
}

export function asMedia(value: unknown): Blob | null {
  return value instanceof Blob ? value : null
}
