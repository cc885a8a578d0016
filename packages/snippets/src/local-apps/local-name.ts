import type { ModelFacts } from '../facts/model-facts.ts'

/** A name that programs take for a model of this machine: lower-case letters, digits, dots and dashes. */
export function localName(facts: ModelFacts): string {
  const name = facts.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
  return name === '' ? 'model' : name
}
