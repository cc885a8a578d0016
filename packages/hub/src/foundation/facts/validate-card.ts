import type { RepoType } from '@portolan/contract'
import { isTaskId } from '@portolan/tasks'
import { parseFrontMatter } from './front-matter.ts'
import { text } from './values.ts'

export interface CardVerdict {
  readonly errors: readonly { readonly message: string }[]
  readonly warnings: readonly { readonly message: string }[]
}

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
  if (type === 'space') errors.push(...spaceErrors(data))
  else if (data['license'] === undefined) warnings.push({ message: 'no license is specified' })
  const task = text(data['pipeline_tag'])
  if (type === 'model' && task !== null && !isTaskId(task))
    warnings.push({ message: `"pipeline_tag": ${JSON.stringify(task)} is not a known task` })
  return { errors, warnings }
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
