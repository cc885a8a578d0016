import type { RepoType } from '@portolan/contract'
import { parseFrontMatter } from './front-matter.ts'
import { text } from './values.ts'

export interface CardVerdict {
  readonly errors: readonly { readonly message: string }[]
  readonly warnings: readonly { readonly message: string }[]
}

const sdks = ['static', 'gradio', 'docker', 'streamlit']
const colors = ['red', 'yellow', 'green', 'blue', 'indigo', 'purple', 'pink', 'gray']

/** What must be right for README.md to be taken in a commit, and what merely looks odd (hub API, section 5.2). */
export function validateCard(content: string, type: RepoType): CardVerdict {
  const { data, problems } = parseFrontMatter(content)
  const errors = problems.map(({ message, line }) => ({ message: `${message} (line ${line})` }))
  const warnings: { message: string }[] = []
  if (problems.length === 0 && data === null && type !== 'space') warnings.push({ message: 'empty or missing yaml metadata in repo card' })
  if (data !== null && type === 'space') {
    const sdk = text(data['sdk'])
    if (sdk === null) errors.push({ message: '"sdk" is required: a Space names how it runs' })
    else if (!sdks.includes(sdk)) errors.push({ message: `"sdk" must be one of ${sdks.join(', ')}` })
    for (const key of ['colorFrom', 'colorTo']) {
      const color = text(data[key])
      if (color !== null && !colors.includes(color)) errors.push({ message: `"${key}" must be one of ${colors.join(', ')}` })
    }
  }
  if (data !== null && type !== 'space' && data['license'] === undefined) warnings.push({ message: 'no license is given' })
  return { errors, warnings }
}
