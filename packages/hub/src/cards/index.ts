export { highlightSnippet } from './highlight-snippet.ts'
export { highlightSource, type HighlightedSource } from './highlight-source.ts'
export { highlightTemplate } from './highlight-template.ts'
export { renderCard, type CardHeading, type RenderedCard } from './render-card.ts'
