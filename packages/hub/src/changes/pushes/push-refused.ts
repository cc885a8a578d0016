/** Why a push as a whole is not taken. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused'
  /** A few words for the line of each ref. */
  readonly reason: string
  /** The whole story, for the person who pushes. */
  readonly lines: readonly string[]

  constructor(reason: string, lines: readonly string[]) {
    super(reason)
    this.reason = reason
    this.lines = lines
  }
}

/** Names the first few of many. */
export function someOf(list: readonly string[], show = 10): string[] {
  const shown = list.slice(0, show).map((text) => `  ${text}`)
  return list.length > show ? [...shown, `  … and ${list.length - show} more`] : shown
}
