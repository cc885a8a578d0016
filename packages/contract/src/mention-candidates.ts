/** `@name` and `#12` in running text: what stands before, then the name or the number. Global: for `matchAll` only. */
export const mentionPattern = /(^|[^\w@/#.&-])(?:@([A-Za-z0-9][\w.-]{0,95})|#(\d{1,9}))(?!\w)/g

/** Names (in lower case) and discussion numbers that a Markdown text may mean, each once; some of them stand in code or in links. */
export function mentionCandidates(markdown: string): { names: string[]; numbers: number[] } {
  const names = new Set<string>()
  const numbers = new Set<number>()
  for (const [, , account, number] of markdown.matchAll(mentionPattern)) {
    if (account !== undefined) names.add(mentionedName(account).toLowerCase())
    else numbers.add(Number(number))
  }
  return { names: [...names], numbers: [...numbers] }
}

/** The name in a match: at the end of a sentence the full stop is not part of it. */
export function mentionedName(account: string): string {
  return account.replace(/[.-]+$/, '')
}
