import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Maximum characters examined: the time grows faster than the length, and nobody guesses a good beginning. */
const lookedAt = 32

/** From 0 to 4: more than 10^8 guesses. Below that, a machine that has the hashes finds the password within hours. */
const enough = 3

/** The dictionaries take 70 MB of memory: they are loaded when the first password is chosen. */
let estimator: Promise<ZxcvbnFactory> | null = null

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    translations: english.translations,
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary },
    maxLength: lookedAt,
    l33tMaxSubstitutions: 20,
  })
}

/**
 * Explains what makes a password easy to guess, in sentences for the person who chose it; `null` when it is strong.
 * @param about what others know about the person: names and addresses are not secret
 */
export async function guessability(password: string, about: readonly string[]): Promise<string | null> {
  const { score, feedback } = (await (estimator ??= load())).check(password.slice(0, lookedAt), [...about, 'portolan'])
  if (score >= enough) return null
  const reasons = [feedback.warning, ...feedback.suggestions].filter((text) => text !== null && text !== '')
  return ['This password is too easy to guess.', ...reasons].join(' ')
}
