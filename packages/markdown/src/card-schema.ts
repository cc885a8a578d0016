import { defaultSchema } from 'rehype-sanitize'

type Schema = typeof defaultSchema

/** Prefixed to every id and name in a card, so that none of them can shadow something on the page (DOM clobbering). */
export const idPrefix = 'user-content-'

/** Form controls, shortcuts and image maps: useless in a card, or misleading. */
const refused = new Set([
  'accept',
  'acceptCharset',
  'accessKey',
  'action',
  'encType',
  'htmlFor',
  'isMap',
  'label',
  'maxLength',
  'method',
  'multiple',
  'prompt',
  'readOnly',
  'selected',
  'tabIndex',
  'useMap',
  'value',
])

const media = ['src', 'width', 'height', 'loop', 'muted']

/** What a card may contain: GitHub's list, plus video and audio, minus what {@link refused} lists. No style; class only where we set it. */
export const cardSchema: Schema = {
  ...defaultSchema,
  clobberPrefix: idPrefix,
  tagNames: [...(defaultSchema.tagNames ?? []), 'audio', 'center', 'figcaption', 'figure', 'mark', 'small', 'u', 'video'],
  attributes: {
    ...defaultSchema.attributes,
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => typeof name !== 'string' || !refused.has(name)),
    audio: media,
    code: [['className', /^language-[\w+#.-]{1,40}$/, 'math-inline', 'math-display']],
    ol: [...(defaultSchema.attributes?.['ol'] ?? []), 'start'],
    source: ['src', 'srcSet', 'type'],
    video: [...media, 'poster'],
  },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], poster: ['http', 'https'] },
  // Their text is code or drawing, not content.
  strip: ['script', 'style', 'svg', 'math', 'iframe', 'object', 'embed', 'template', 'noscript', 'textarea', 'select', 'title'],
}
