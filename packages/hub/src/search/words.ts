/** Words shorter than a trigram cannot use the index. */
export const trigramLength = 3

/** Search pieces as they are compared: lower case, without surrounding space, each once. */
export function searchWords(search: readonly string[] | undefined): string[] {
  const words = (search ?? []).flatMap((piece) => piece.toLowerCase().trim().split(/\s+/)).filter((word) => word !== '')
  return [...new Set(words)].slice(0, 10).map((word) => word.slice(0, 200))
}

/** A LIKE pattern (escape character `\`) that finds the word anywhere. */
export function likePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** An FTS5 query over the trigram index: every trigram of the word, quoted. The table keeps no positions, so the caller verifies with LIKE. */
export function trigramQuery(word: string): string {
  const letters = [...word]
  const grams = letters.slice(0, letters.length - trigramLength + 1).map((_, i) => letters.slice(i, i + trigramLength).join(''))
  return [...new Set(grams)].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')
}
