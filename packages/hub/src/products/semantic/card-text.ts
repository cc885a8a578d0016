/** Maximum characters of a card to read: sentence models accept a few hundred words. */
const maxChars = 1_500

/** The data about a model that goes into its vector. */
export interface CardOfModel {
  readonly name: string
  readonly pipelineTag: string | null
  readonly library: string | null
  readonly tags: readonly string[]
  /** Markdown without front matter. */
  readonly body: string
}

/** Tags in these groups say nothing about a model's purpose. */
const silentTag =
  /^(?:license|region|base_model|arxiv|doi|endpoints_compatible|autotrain_compatible|text-generation-inference|custom_code)(?::|$)/

/** The text a model's vector is computed from: its name, its tags, the first paragraphs of its card, on one line. */
export function cardText({ name, pipelineTag, library, tags, body }: CardOfModel): string {
  const words = [name.replaceAll(/[-_]+/g, ' '), pipelineTag, library, ...tags.filter((tag) => !silentTag.test(tag)).slice(0, 16)]
  const head = [...new Set(words)].filter((word): word is string => word !== null && word !== '').join(', ')
  return oneLine(`${head}. ${prose(body)}`)
    .slice(0, maxChars)
    .toWellFormed()
}

/** Newlines become spaces: sentence models read one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Card text without code, tables, pictures, HTML and URLs. Only reads the beginning. */
function prose(markdown: string): string {
  return markdown
    .slice(0, 20 * maxChars)
    .replaceAll(/^(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[^]*?^\1[^\n]*$/gm, ' ')
    .replaceAll(/<!--[^]*?(?:-->|$)/g, ' ')
    .replaceAll(/<[^>\n]{0,300}>/g, ' ')
    .replaceAll(/!\[[^\]\n]{0,300}\]\([^)\n]{0,500}\)/g, ' ')
    .replaceAll(/\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, '$1')
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .replaceAll(/^[^\S\n]*\|.*$/gm, ' ')
    .replaceAll(/[#*_>`]+/g, ' ')
}
