export interface CloneCommand {
  readonly title: string
  /** Shell lines exactly as copied, ending in a line feed. */
  readonly code: string
}

/** Returns the git commands to clone a repo. @param path of the repo's page, `/datasets/ada/tides` */
export function cloneCommands(origin: string, path: string): CloneCommand[] {
  const address = shellWord(`${origin}${path}`)
  return [
    { title: 'Full clone', code: `git lfs install\ngit clone ${address}\n` },
    { title: 'Skip LFS files', code: `GIT_LFS_SKIP_SMUDGE=1 git clone ${address}\n` },
    { title: 'Shallow clone', code: `git clone --depth 1 ${address}\n` },
  ]
}

/** The origin of a hub may be `http://[::1]:8080`, and some shells treat the brackets as a glob pattern. */
function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
