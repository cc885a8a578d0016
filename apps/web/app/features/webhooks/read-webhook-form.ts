import { formText } from '../../lib/form-text.ts'

const types = ['model', 'dataset', 'space', 'user', 'org'] as const

/** Reads the form values. A line without a repo type means a model. An empty secret field is `null`. */
export function readWebhookForm(form: FormData) {
  const watched = formText(form, 'watched')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [before = '', after] = line.split(':', 2)
      const type = types.find((each) => each === before.trim())
      return after === undefined || type === undefined ? { type: 'model' as const, name: line } : { type, name: after.trim() }
    })
  const domains = form
    .getAll('domains')
    .flatMap((value) => (value === 'repo' || value === 'discussion' ? [value as 'repo' | 'discussion'] : []))
  return { url: formText(form, 'url').trim(), secret: formText(form, 'secret').trim() || null, watched, domains }
}
