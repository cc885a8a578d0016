import type { PageHub } from '@portolan/pages'
import { formSecret, formText } from '../../lib/form-text.ts'
import { cardFieldNames } from './card-field-names.ts'

/** The values of the editor's form. */
export interface DraftValues {
  readonly text: string
  readonly path: string
  readonly parent: string
  readonly summary: string
  readonly description: string
  readonly newBranch: string
  /** `here`, `new` or `pr`. */
  readonly target: string
  readonly isCrlf: boolean
  /** Changes with every response, so that the page shows these values instead of earlier input. */
  readonly serial: string
}

/**
 * Reads the form and writes changed card fields into the card's text.
 * @throws {Error} when there are changed fields and the card's front matter cannot be read
 */
export async function readDraft(hub: PageHub, form: FormData): Promise<DraftValues> {
  const isCrlf = formText(form, 'eol') === 'crlf'
  // Browsers submit every line ending as CRLF, whatever the file uses.
  const sent = formSecret(form, 'text').replaceAll('\r\n', '\n')
  const own = isCrlf ? sent.replaceAll('\n', '\r\n') : sent
  const path = formText(form, 'path').replace(/^\/+/, '')
  const changes = cardChanges(form)
  return {
    text: path === 'README.md' && Object.keys(changes).length > 0 ? await hub.editCardFields(own, changes) : own,
    path,
    parent: formText(form, 'parent'),
    summary: formText(form, 'summary'),
    description: formText(form, 'description'),
    newBranch: formText(form, 'newBranch'),
    target: formText(form, 'target'),
    isCrlf,
    serial: crypto.randomUUID(),
  }
}

function cardChanges(form: FormData): Record<string, string[]> {
  const changes: Record<string, string[]> = {}
  for (const { name, many } of cardFieldNames) {
    const now = form.get(`card.${name}`)
    if (typeof now !== 'string' || now === formSecret(form, `card-was.${name}`)) continue
    const values = (many ? now.split(',') : [now]).map((value) => value.trim()).filter((value) => value !== '')
    changes[name] = [...new Set(values)]
  }
  return changes
}
