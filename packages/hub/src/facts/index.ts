export { extractFacts } from './extract-facts.ts'
export { inMemorySource, type FactsSource, type FactsWarning, type RepoFacts, type TransformersInfo } from './facts.ts'
export { parseFrontMatter } from './front-matter.ts'
export { validateCard, type CardVerdict } from './validate-card.ts'
