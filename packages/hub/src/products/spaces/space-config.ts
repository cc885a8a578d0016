/** A Space's app settings, from its card. */
export interface SpaceConfig {
  readonly title: string | null
  readonly emoji: string | null
  readonly colorFrom: string | null
  readonly colorTo: string | null
  readonly shortDescription: string | null
  readonly sdk: string | null
  /** The start page, a path in the repo. */
  readonly appFile: string
  readonly fullWidth: boolean
  /** For a Space that signs people in with the hub (`hf_oauth`): the scopes it requests beyond their name; otherwise `null`. */
  readonly oauthScopes: readonly string[] | null
  /** Headers that pages may set themselves, with names in lower case. */
  readonly customHeaders: Readonly<Record<string, string>>
}

const colors = new Set(['red', 'yellow', 'green', 'blue', 'indigo', 'purple', 'pink', 'gray'])

/** The headers of `custom_headers`, with the values each may have. */
const headerValues: Readonly<Record<string, readonly string[]>> = {
  'cross-origin-embedder-policy': ['unsafe-none', 'require-corp', 'credentialless'],
  'cross-origin-opener-policy': ['unsafe-none', 'same-origin', 'same-origin-allow-popups'],
  'cross-origin-resource-policy': ['same-site', 'same-origin', 'cross-origin'],
}

export function readSpaceConfig(cardData: Readonly<Record<string, unknown>> | null | undefined): SpaceConfig {
  const card = cardData ?? {}
  const text = (key: string, max: number) => {
    const value = card[key]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : null
  }
  const color = (key: string) => {
    const value = text(key, 20)
    return value !== null && colors.has(value) ? value : null
  }
  const given = card['custom_headers']
  const headers = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return {
    title: text('title', 200),
    emoji: emojiOf(text('emoji', 40)),
    colorFrom: color('colorFrom'),
    colorTo: color('colorTo'),
    shortDescription: text('short_description', 300),
    sdk: text('sdk', 40),
    appFile: text('app_file', 500)?.replace(/^(?:\.?\/)+/, '') ?? 'index.html',
    fullWidth: card['fullWidth'] === true,
    oauthScopes: card['hf_oauth'] === true ? wordsOf(card['hf_oauth_scopes']) : null,
    customHeaders: Object.fromEntries(
      headers
        .map(([name, value]) => [name.toLowerCase(), value] as const)
        .filter(
          (entry): entry is readonly [string, string] =>
            Object.hasOwn(headerValues, entry[0]) && headerValues[entry[0]]?.includes(entry[1] as string) === true,
        ),
    ),
  }
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string').slice(0, 50) : []
}

/** A single emoji, not a sentence. */
function emojiOf(text: string | null): string | null {
  if (text === null) return null
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)
  return first !== undefined && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(first.segment) ? first.segment : null
}
