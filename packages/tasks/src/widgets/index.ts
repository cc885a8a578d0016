import { ar } from './ar.ts'
import { bn } from './bn.ts'
import { de } from './de.ts'
import { dv } from './dv.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fa } from './fa.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { mn } from './mn.ts'
import { ru } from './ru.ts'
import { si } from './si.ts'
import { uk } from './uk.ts'
import { maskPlaceholder, type WidgetExample, type WidgetExamples } from './widget-example.ts'
import { zh } from './zh.ts'

/** Default examples in 14 languages, by ISO 639-1 code. English has all tasks; the others only those where the language matters. */
export const widgetExamples: Readonly<Record<string, WidgetExamples>> = { en, zh, fr, es, ru, uk, it, fa, ar, bn, mn, si, de, dv }

/**
 * Returns the sample inputs for a model whose card has no examples: those in the first of its languages that has any for the task, otherwise in
 * English. Empty if there are none. In fill-mask sentences, the placeholder is replaced by the model's mask token.
 */
export function defaultWidgetExamples(
  task: string,
  languages: readonly string[] = [],
  maskToken: string | null = null,
): readonly WidgetExample[] {
  for (const language of [...languages.map((code) => code.toLowerCase().split('-')[0] ?? ''), 'en']) {
    const examples = Object.hasOwn(widgetExamples, language) ? widgetExamples[language] : undefined
    const found = examples && Object.hasOwn(examples, task) ? examples[task] : undefined
    if (found) return maskToken === null ? found : found.map((example) => withMask(example, maskToken))
  }
  return []
}

function withMask(example: WidgetExample, maskToken: string): WidgetExample {
  return 'text' in example ? { ...example, text: example.text.replaceAll(maskPlaceholder, () => maskToken) } : example
}
