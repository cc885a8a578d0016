export interface CloneCommand {
  readonly title: string
  /** Shell lines, as they are copied: they end in a line feed. */
  readonly code: string
}

/** What a person types to get a repo with git. @param path of the repo's page, `/datasets/ada/tides` */
export function cloneCommands(origin: string, path: string): CloneCommand[] {
  const address = shellWord(`${origin}${path}`)
  return [
    { title: 'All files, large ones too', code: `git lfs install\ngit clone ${address}\n` },
    { title: 'Large files as pointers only', code: `GIT_LFS_SKIP_SMUDGE=1 git clone ${address}\n` },
    { title: 'Without the history', code: `git clone --depth 1 ${address}\n` },
  ]
}

/** The address of a hub may be `http://[::1]:8080`, whose brackets are a pattern to some shells. */
function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
