/** True for addresses that git and git-lfs call; they support only the Basic scheme. */
export function takesBasic(path: string): boolean {
  return /\/(?:info\/(?:lfs|refs)|git-(?:upload|receive)-pack)(?:\/|$)/.test(path)
}

/** The challenge that makes git and git-lfs prompt for a name and a password. */
export const basicChallenge = 'Basic realm="Portolan"'
