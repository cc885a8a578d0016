/** True for addresses that git and git-lfs call: they know no other scheme than Basic. */
export function takesBasic(path: string): boolean {
  return /\/(?:info\/(?:lfs|refs)|git-(?:upload|receive)-pack)(?:\/|$)/.test(path)
}

/** What makes git and git-lfs ask their user for a name and a password. */
export const basicChallenge = 'Basic realm="Portolan"'
