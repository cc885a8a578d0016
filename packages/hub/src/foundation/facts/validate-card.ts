import type { RepoType } from '@portolan/contract'
import { isTaskId } from '@portolan/tasks'
import { parseFrontMatter } from './front-matter.ts'
import { licenseIds } from './licenses.ts'
import { isObject, text } from './values.ts'

export interface CardVerdict {
  readonly errors: readonly { readonly message: string }[]
  readonly warnings: readonly { readonly message: string }[]
}

const knownLicenses: ReadonlySet<string> = new Set(licenseIds)
const sdks = ['static', 'gradio', 'docker', 'streamlit']
const colors = ['red', 'yellow', 'green', 'blue', 'indigo', 'purple', 'pink', 'gray']

/** Checks README.md: errors that reject a commit, and mere oddities. Never throws. */
export function validateCard(content: string, type: RepoType): CardVerdict {
  const { data, problems, oddities } = parseFrontMatter(content)
  const errors = problems.map(({ message, line }) => ({ message: `${message} (line ${line})` }))
  const warnings = oddities.map(({ message, line }) => ({ message: `${message} (line ${line})` }))
  if (problems.length === 0 && (data === null || Object.keys(data).length === 0))
    warnings.push({ message: 'empty or missing yaml metadata in repo card' })
  if (data === null) return { errors, warnings }
  errors.push(...licenseErrors(data['license']))
  if (type === 'model') errors.push(...modelIndexErrors(data['model-index']))
  if (type === 'space') errors.push(...spaceErrors(data))
  else if (data['license'] === undefined || data['license'] === null) warnings.push({ message: 'no license is specified' })
  const task = text(data['pipeline_tag'])
  if (type === 'model' && task !== null && !isTaskId(task))
    warnings.push({ message: `"pipeline_tag": ${JSON.stringify(task)} is not a known task` })
  return { errors, warnings }
}

/** One license or several, in any case. Clients search for the beginning of the message. */
function licenseErrors(license: unknown): { message: string }[] {
  if (license === undefined || license === null) return []
  const isKnown = (value: unknown) => knownLicenses.has(text(value)?.toLowerCase() ?? '')
  if (Array.isArray(license) ? license.every(isKnown) : isKnown(license)) return []
  const advice = 'For any other license, use "other", and name it in "license_name" and "license_link".'
  return [{ message: `"license" must be one of [${licenseIds.join(', ')}]. ${advice}` }]
}

/** Evaluation results: tools that read them expect a list of models, each with a list of results. */
function modelIndexErrors(index: unknown): { message: string }[] {
  if (index === undefined || index === null) return []
  if (!Array.isArray(index)) return [{ message: '"model-index" must be an array' }]
  return index.flatMap((model: unknown, at) => {
    if (!isObject(model)) return [{ message: `"model-index[${at}]" must be of type object` }]
    const { results } = model
    const isList = results === undefined || results === null || (Array.isArray(results) && results.every(isObject))
    return isList ? [] : [{ message: `"model-index[${at}].results" must be an array of objects` }]
  })
}

function spaceErrors(data: Record<string, unknown>): { message: string }[] {
  const errors: { message: string }[] = []
  const sdk = text(data['sdk'])
  if (sdk === null) errors.push({ message: '"sdk" is required for a Space' })
  else if (!sdks.includes(sdk)) errors.push({ message: `"sdk" must be one of ${sdks.join(', ')}` })
  for (const key of ['colorFrom', 'colorTo']) {
    const color = data[key]
    if (color !== undefined && color !== null && !(typeof color === 'string' && colors.includes(color)))
      errors.push({ message: `"${key}" must be one of ${colors.join(', ')}` })
  }
  return errors
}
