/** Why a whole push is rejected. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused'
  /** Short reason for the line of each ref. */
  readonly reason: string
  /** Full explanation for the person pushing. */
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
