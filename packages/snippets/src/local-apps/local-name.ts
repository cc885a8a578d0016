import type { ModelFacts } from '../facts/model-facts.ts'

/** A valid name for a local model: lowercase letters, digits, dots and dashes. */
export function localName(facts: ModelFacts): string {
  const name = facts.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[.-]+|(?<![.-])[.-]+$/g, '')
    .slice(0, 80)
  return name === '' ? 'model' : name
}
