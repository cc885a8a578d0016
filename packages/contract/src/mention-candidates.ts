/** `@name` and `#12` in running text: the preceding character, then the name or the number. Global: for `matchAll` only. */
export const mentionPattern = /(^|[^\w@/#.&-])(?:@([A-Za-z0-9][\w.-]{0,95})|#(\d{1,9}))(?!\w)/g

/** Names (lowercase) and discussion numbers that a Markdown text may mention, each once; some of them may be in code or in links. */
export function mentionCandidates(markdown: string): { names: string[]; numbers: number[] } {
  const names = new Set<string>()
  const numbers = new Set<number>()
  for (const [, , account, number] of markdown.matchAll(mentionPattern)) {
    if (account !== undefined) names.add(mentionedName(account).toLowerCase())
    else numbers.add(Number(number))
  }
  return { names: [...names], numbers: [...numbers] }
}

/** The name in a match, without the period at the end of a sentence. */
export function mentionedName(account: string): string {
  return account.replace(/(?<![.-])[.-]+$/, '')
}
