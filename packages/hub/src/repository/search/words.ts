import { HubError } from '@portolan/contract'

/** Words shorter than a trigram cannot use the index. */
export const trigramLength = 3

const maxWords = 32
/** `owner/name` contains no other characters (the contract's name rules), so a word with one matches nothing. */
const nameCharacters = /^[a-z0-9_./-]+$/
/** An account name of 42, a slash, a repo name of 96. */
const maxNameLength = 139

/**
 * The words that a name must contain, all of them, in lower case; those inside another word are dropped. `null` when no name can contain them.
 * @throws {HubError} `query.invalid` when there are more words than anyone types
 */
export function searchWords(search: readonly string[] | undefined): string[] | null {
  const words = [...new Set((search ?? []).flatMap((piece) => piece.toLowerCase().split(/\s+/)))].filter((word) => word !== '')
  if (words.length > maxWords)
    throw new HubError('query.invalid', { message: `You can search for at most ${maxWords} words`, parameter: 'search' })
  if (words.some((word) => word.length > maxNameLength || !nameCharacters.test(word))) return null
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).sort((a, b) => b.length - a.length)
}

/** A LIKE pattern (escape character `\`) that finds the word anywhere. */
export function likePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** An FTS5 query over the trigram index: every trigram of the word, quoted. The table stores no positions, so the caller verifies each hit. */
export function trigramQuery(word: string): string {
  const grams = Array.from({ length: word.length - trigramLength + 1 }, (_, i) => word.slice(i, i + trigramLength))
  return [...new Set(grams)].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')
}
