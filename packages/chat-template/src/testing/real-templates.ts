import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// oxlint-disable-next-line node/no-process-env -- for tests only
const folder = join(process.env['PORTOLAN_SHARED_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data'), 'chat-templates')

export interface RealTemplate {
  readonly file: string
  readonly source: string
}

/** Published templates, which are not part of the project, in the order of their index; `null` where they are missing. */
export function realTemplates(): RealTemplate[] | null {
  if (!existsSync(join(folder, 'index.json'))) return null
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { readonly file: string }[]
  return index.map(({ file }) => ({ file, source: readFileSync(join(folder, file), 'utf8') }))
}

/** Why tests on real templates are skipped. */
export const absent = `${folder} is absent`
